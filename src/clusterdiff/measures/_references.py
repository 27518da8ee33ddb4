"""The literature that the measures come from."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reference:
    """A publication, and where in it to look.

    Parameters
    ----------
    authors : str
        The authors, family names first.
    year : int or None
        The year of publication; None for a page without a date.
    title, venue : str
        The title, and the journal or conference with volume and pages.
    where : str or None, default=None
        An equation, table or section.
    url : str or None, default=None
        Where it can be read.

    Examples
    --------
    >>> print(Reference("Rand, W. M.", 1971, "Objective criteria", "JASA 66").at("sec. 3"))
    Rand, W. M. (1971). Objective criteria. JASA 66, sec. 3.
    """

    authors: str
    year: int | None
    title: str
    venue: str
    where: str | None = None
    url: str | None = None

    def at(self, where: str) -> Reference:
        """Return the same publication, at an equation, table or section.

        Parameters
        ----------
        where : str
            The place, for example ``"eq. 5"``.

        Returns
        -------
        Reference
            The publication with the place.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.adjusted_rand.record.references[0].at("eq. 2").where
        'eq. 2'
        """
        return replace(self, where=where)

    def __str__(self) -> str:
        where = f", {self.where}" if self.where else ""
        year = "n.d." if self.year is None else self.year
        return f"{self.authors} ({year}). {self.title}. {self.venue}{where}."


def _papers(
    *rows: tuple[str, int, str, str] | tuple[str, int, str, str, str],
) -> list[Reference]:
    """Return publications from their authors, year, title, venue and, if it is known, DOI."""
    return [
        Reference(*row[:4], url=f"https://doi.org/{row[4]}" if len(row) > 4 else None)
        for row in rows
    ]


# The five sources that are recomputed in reproductions/.
MEILA = Reference(
    "Meilă, M.",
    2007,
    "Comparing clusterings—an information based distance",
    "Journal of Multivariate Analysis 98(5), 873-895",
    url="https://doi.org/10.1016/j.jmva.2006.11.013",
)
XIANG = Reference(
    "Xiang, Q., Mao, Q., Chai, K. M. A., Chieu, H. L., Tsang, I. W. and Zhao, Z.",
    2012,
    "A split-merge framework for comparing clusterings",
    "ICML, 1055-1062",
    url="https://arxiv.org/abs/1206.6475",
)
REZAEI = Reference(
    "Rezaei, M. and Fränti, P.",
    2016,
    "Set matching measures for external cluster validity",
    "IEEE TKDE 28(8), 2173-2186",
    url="https://doi.org/10.1109/TKDE.2016.2551240",
)
WU = Reference(
    "Wu, J., Xiong, H. and Chen, J.",
    2009,
    "Adapting the right measures for K-means clustering",
    "KDD, 877-886",
    url="https://doi.org/10.1145/1557019.1557115",
)
SPARSE_VI = Reference(
    "Lee, S.",
    None,
    "Variation of information",
    "Online Python book, chapter 12",
    url="https://sungchullee.github.io/python_book_writing/ch12/sparse/variation_of_information/",
)

(
    RAND,
    HUBERT_ARABIE,
    JACCARD,
    CZEKANOWSKI,
    FOWLKES_MALLOWS,
    WALLACE,
    MIRKIN,
    ALBATINEH,
    SEVERIANO,
) = _papers(
    (
        "Rand, W. M.",
        1971,
        "Objective criteria for the evaluation of clustering methods",
        "JASA 66, 846-850",
    ),
    (
        "Hubert, L. and Arabie, P.",
        1985,
        "Comparing partitions",
        "Journal of Classification 2, 193-218",
    ),
    (
        "Jaccard, P.",
        1912,
        "The distribution of the flora in the alpine zone",
        "New Phytologist 11, 37-50",
    ),
    (
        "Czekanowski, J.",
        1932,
        "„Coefficient of racial likeness“ und „Durchschnittliche Differenz“",
        "Anthropologischer Anzeiger 9, 227-249",
    ),
    (
        "Fowlkes, E. B. and Mallows, C. L.",
        1983,
        "A method for comparing two hierarchical clusterings",
        "JASA 78, 553-569",
    ),
    ("Wallace, D. L.", 1983, "Comment on Fowlkes and Mallows", "JASA 78, 569-576"),
    ("Mirkin, B.", 1996, "Mathematical classification and clustering", "Kluwer"),
    (
        "Albatineh, A. N. et al.",
        2006,
        "On similarity indices and correction for chance agreement",
        "Journal of Classification 23, 301-313",
    ),
    (
        "Severiano, A. et al.",
        2011,
        "Adjusted Wallace coefficient as a measure of congruence",
        "Journal of Clinical Microbiology 49, 3997-4000",
    ),
)

VINH, STREHL_GHOSH, ROSENBERG_HIRSCHBERG, NEWMAN_RMI, SHANNON = _papers(
    (
        "Vinh, N. X., Epps, J. and Bailey, J.",
        2010,
        (
            "Information theoretic measures for clusterings comparison: variants, properties, "
            "normalization and correction for chance"
        ),
        "JMLR 11, 2837-2854",
    ),
    ("Strehl, A. and Ghosh, J.", 2002, "Cluster ensembles", "JMLR 3, 583-617"),
    (
        "Rosenberg, A. and Hirschberg, J.",
        2007,
        "V-measure: a conditional entropy-based external cluster evaluation measure",
        "EMNLP",
    ),
    (
        "Newman, M. E. J., Cantwell, G. T. and Young, J.-G.",
        2020,
        (
            "Improved mutual information measure for clustering, classification, and community "
            "detection"
        ),
        "Physical Review E 101, 042304",
    ),
    (
        "Shannon, C. E.",
        1948,
        "A mathematical theory of communication",
        "Bell System Technical Journal 27, 379-423",
    ),
)

(
    VAN_DONGEN,
    LARSEN_AONE,
    BAGGA_BALDWIN,
    LUO,
    VILAIN,
    RECASENS,
    MOOSAVI,
    GAGOLEWSKI,
    GATES,
    MEILA_HECKERMAN,
    CHARON,
) = _papers(
    (
        "van Dongen, S.",
        2000,
        "Performance criteria for graph clustering and Markov cluster experiments",
        "CWI report INS-R0012",
    ),
    (
        "Larsen, B. and Aone, C.",
        1999,
        "Fast and effective text mining using linear-time document clustering",
        "KDD, 16-22",
    ),
    (
        "Bagga, A. and Baldwin, B.",
        1998,
        "Algorithms for scoring coreference chains",
        "LREC workshop on linguistic coreference",
    ),
    ("Luo, X.", 2005, "On coreference resolution performance metrics", "HLT/EMNLP, 25-32"),
    ("Vilain, M. et al.", 1995, "A model-theoretic coreference scoring scheme", "MUC-6, 45-52"),
    (
        "Recasens, M. and Hovy, E.",
        2011,
        "BLANC: implementing the Rand index for coreference evaluation",
        "Natural Language Engineering 17, 485-510",
    ),
    (
        "Moosavi, N. S. and Strube, M.",
        2016,
        "Which coreference evaluation metric do you trust?",
        "ACL, 632-642",
    ),
    (
        "Gagolewski, M.",
        2025,
        "Normalised clustering accuracy: an asymmetric external cluster validity measure",
        "Journal of Classification 42, 2-30",
    ),
    (
        "Gates, A. J., Wood, I. B., Hetrick, W. P. and Ahn, Y.-Y.",
        2019,
        "Element-centric clustering comparison unifies overlaps and hierarchy",
        "Scientific Reports 9, 8574",
    ),
    (
        "Meilă, M. and Heckerman, D.",
        2001,
        "An experimental comparison of model-based clustering methods",
        "Machine Learning 42, 9-29",
    ),
    (
        "Charon, I. et al.",
        2006,
        "Maximum transfer distance between partitions",
        "Journal of Classification 23, 103-121",
    ),
)

(
    LANCICHINETTI,
    MCDAID,
    AMIGO,
    YANG_LESKOVEC,
    ANDERSON,
    LEI,
    CAMPAGNER,
    COLLINS_DENT,
    HUELLERMEIER,
    DAMBROSIO,
    ANDREWS,
) = _papers(
    (
        "Lancichinetti, A., Fortunato, S. and Kertész, J.",
        2009,
        "Detecting the overlapping and hierarchical community structure in complex networks",
        "New Journal of Physics 11, 033015",
    ),
    (
        "McDaid, A. F., Greene, D. and Hurley, N.",
        2011,
        "Normalized mutual information to evaluate overlapping community finding algorithms",
        "arXiv:1110.2515",
    ),
    (
        "Amigó, E., Gonzalo, J., Artiles, J. and Verdejo, F.",
        2009,
        "A comparison of extrinsic clustering evaluation metrics based on formal constraints",
        "Information Retrieval 12, 461-486",
    ),
    (
        "Yang, J. and Leskovec, J.",
        2013,
        "Overlapping community detection at scale: a nonnegative matrix factorization approach",
        "WSDM 2013, 587-596",
    ),
    (
        "Anderson, D. T., Bezdek, J. C., Popescu, M. and Keller, J. M.",
        2010,
        "Comparing fuzzy, probabilistic, and possibilistic partitions",
        "IEEE Transactions on Fuzzy Systems 18, 906-918",
        "10.1109/TFUZZ.2010.2052258",
    ),
    (
        "Lei, Y., Bezdek, J. C., Chan, J., Vinh, N. X., Romano, S. and Bailey, J.",
        2017,
        "Extending information-theoretic validity indices for fuzzy clustering",
        "IEEE Transactions on Fuzzy Systems 25, 1013-1018",
    ),
    (
        "Campagner, A., Ciucci, D. and Denœux, T.",
        2022,
        "A distributional approach for soft clustering comparison and evaluation",
        "BELIEF 2022; arXiv:2206.09827",
    ),
    (
        "Collins, L. M. and Dent, C. W.",
        1988,
        "Omega: a general formulation of the Rand index of cluster recovery suitable for non-disjoint solutions",
        "Multivariate Behavioral Research 23, 231-242",
    ),
    (
        "Hüllermeier, E., Rifqi, M., Henzgen, S. and Senge, R.",
        2012,
        "Comparing fuzzy partitions: a generalization of the Rand index and related measures",
        "IEEE Transactions on Fuzzy Systems 20, 546-556",
        "10.1109/TFUZZ.2011.2179303",
    ),
    (
        "D'Ambrosio, A., Amodio, S., Iorio, C., Pandolfo, G. and Siciliano, R.",
        2021,
        "Adjusted concordance index: an extension of the adjusted Rand index to fuzzy partitions",
        "Journal of Classification 38, 112-128",
    ),
    (
        "Andrews, J. L., Browne, R. and Hvingelby, C. D.",
        2022,
        "On assessments of agreement between fuzzy partitions",
        "Journal of Classification 39, 326-342",
        "10.1007/s00357-021-09407-3",
    ),
)

(
    PEARSON,
    CRAMER,
    TSCHUPROW,
    GOODMAN_KRUSKAL,
    LAJUGIE,
    SUNDQVIST,
    SIMPSON,
    LOEVINGER,
    TIBSHIRANI_WALTHER,
) = _papers(
    (
        "Pearson, K.",
        1900,
        "On the criterion that a given system of deviations from the probable in the case of a correlated system of variables is such that it can be reasonably supposed to have arisen from random sampling",
        "Philosophical Magazine 50, 157-175",
    ),
    ("Cramér, H.", 1946, "Mathematical methods of statistics", "Princeton University Press"),
    (
        "Tschuprow, A. A.",
        1925,
        "Grundbegriffe und Grundprobleme der Korrelationstheorie",
        "Teubner",
    ),
    (
        "Goodman, L. A. and Kruskal, W. H.",
        1954,
        "Measures of association for cross classifications",
        "JASA 49, 732-764",
    ),
    (
        "Lajugie, R., Bach, F. and Arlot, S.",
        2014,
        "Large-margin metric learning for constrained partitioning problems",
        "ICML, 297-305",
    ),
    (
        "Sundqvist, M., Chiquet, J. and Rigaill, G.",
        2023,
        "Adjusting the adjusted Rand index: a multinomial story",
        "Computational Statistics 38, 327-347",
    ),
    (
        "Simpson, G. G.",
        1943,
        "Mammals and the nature of continents",
        "American Journal of Science 241, 1-31",
    ),
    (
        "Loevinger, J.",
        1947,
        "A systematic approach to the construction and evaluation of tests of ability",
        "Psychological Monographs 61(4)",
    ),
    (
        "Tibshirani, R. and Walther, G.",
        2005,
        "Cluster validation by prediction strength",
        "Journal of Computational and Graphical Statistics 14, 511-528",
    ),
)

KRASKOV, DOM, TALBURT, BOORMAN_ARABIE, MENESTRINA, ARTILES, BROHEE, DAHL, ROMANO, ARGANDA = _papers(
    (
        "Kraskov, A., Stögbauer, H., Andrzejak, R. G. and Grassberger, P.",
        2005,
        "Hierarchical clustering using mutual information",
        "Europhysics Letters 70, 278-284",
    ),
    (
        "Dom, B. E.",
        2001,
        "An information-theoretic external cluster-validity measure",
        "IBM Research Report RJ 10219",
    ),
    (
        "Talburt, J., Wang, R., Hess, K. and Kuo, E.",
        2007,
        "An algebraic approach to data quality metrics for entity resolution over large datasets",
        "Information Quality Management, Idea Group, 1-22",
    ),
    (
        "Boorman, S. A. and Arabie, P.",
        1972,
        "Structural measures and the method of sorting",
        "Multidimensional Scaling, vol. 1, Seminar Press, 225-249",
    ),
    (
        "Menestrina, D., Whang, S. E. and Garcia-Molina, H.",
        2010,
        "Evaluating entity resolution results",
        "PVLDB 3, 208-219",
    ),
    (
        "Artiles, J., Gonzalo, J. and Sekine, S.",
        2007,
        "The SemEval-2007 WePS evaluation",
        "SemEval, 64-69",
    ),
    (
        "Brohée, S. and van Helden, J.",
        2006,
        "Evaluation of clustering algorithms for protein-protein interaction networks",
        "BMC Bioinformatics 7, 488",
    ),
    (
        "Dahl, D. B., Johnson, D. J. and Müller, P.",
        2022,
        "Search algorithms and loss functions for Bayesian clustering",
        "Journal of Computational and Graphical Statistics 31, 1189-1201",
    ),
    (
        "Romano, S., Vinh, N. X., Bailey, J. and Verspoor, K.",
        2016,
        "Adjusting for chance clustering comparison measures",
        "JMLR 17(134), 1-32",
    ),
    (
        "Arganda-Carreras, I. et al.",
        2015,
        "Crowdsourcing the creation of image segmentation algorithms for connectomics",
        "Frontiers in Neuroanatomy 9, 142",
    ),
)

KIRILLOV, SCHARR, KUMAR, MASKA, CAICEDO = _papers(
    (
        "Kirillov, A., He, K., Girshick, R., Rother, C. and Dollár, P.",
        2019,
        "Panoptic segmentation",
        "CVPR, 9404-9413",
    ),
    (
        "Scharr, H. et al.",
        2016,
        "Leaf segmentation in plant phenotyping: a collation study",
        "Machine Vision and Applications 27, 585-606",
    ),
    (
        "Kumar, N. et al.",
        2017,
        "A dataset and a technique for generalized nuclear segmentation for computational pathology",
        "IEEE Transactions on Medical Imaging 36(7), 1550-1560",
    ),
    (
        "Maška, M. et al.",
        2014,
        "A benchmark for comparison of cell tracking algorithms",
        "Bioinformatics 30(11), 1609-1617",
    ),
    (
        "Caicedo, J. C. et al.",
        2019,
        "Nucleus segmentation across imaging experiments: the 2018 Data Science Bowl",
        "Nature Methods 16, 1247-1253",
    ),
)

# Hierarchies.
SOKAL_ROHLF = Reference(
    "Sokal, R. R. and Rohlf, F. J.",
    1962,
    "The comparison of dendrograms by objective methods",
    "Taxon 11, 33-40, doi:10.2307/1217208",
)
BAKER = Reference(
    "Baker, F. B.",
    1974,
    "Stability of two hierarchical grouping techniques case I: sensitivity to data errors",
    "JASA 69, 440-445, doi:10.1080/01621459.1974.10482971",
)
ROBINSON_FOULDS = Reference(
    "Robinson, D. F. and Foulds, L. R.",
    1981,
    "Comparison of phylogenetic trees",
    "Mathematical Biosciences 53, 131-147, doi:10.1016/0025-5564(81)90043-2",
)
DAY = Reference(
    "Day, W. H. E.",
    1985,
    "Optimal algorithms for comparing trees with labeled leaves",
    "Journal of Classification 2, 7-28, doi:10.1007/BF01908061",
)
PEROTTI = Reference(
    "Perotti, J. I., Tessone, C. J. and Caldarelli, G.",
    2015,
    "Hierarchical mutual information for the comparison of hierarchical community structures in complex networks",
    "Physical Review E 92, 062825, doi:10.1103/PhysRevE.92.062825",
)
GALILI = Reference(
    "Galili, T.",
    2015,
    "dendextend: an R package for visualizing, adjusting and comparing trees of hierarchical clustering",
    "Bioinformatics 31, 3718-3720, doi:10.1093/bioinformatics/btv428",
)
