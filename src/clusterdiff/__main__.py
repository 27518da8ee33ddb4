"""``python -m clusterdiff`` runs the command line."""

from clusterdiff.cli import main

if __name__ == "__main__":
    main()
