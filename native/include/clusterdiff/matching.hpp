// The one-to-one pairing of rows and columns with the largest sum of weights, for tables of any size that are given by their cells.
//
// Sparse tables are reduced first: cells that some optimal pairing contains are fixed, and nodes with one cell are folded into
// their neighbor, which solves trees, such as chains of clusters, in linear time. What remains is solved by shortest augmenting
// paths with potentials. A search costs what it visits, not the size of the table. Of a table with many cells per row, only the
// heaviest are used at first; a cell that the potentials show to be missing is added, until none is (Volgenant's LAPMOD).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "threads.hpp"

namespace clusterdiff {

using Node = std::uint32_t;  // rows first, then columns

inline constexpr Node kUnpaired = std::numeric_limits<Node>::max();
inline constexpr std::uint64_t kHeaviest = std::uint64_t{1} << 62;  // sums of three weights below it have 64 bits
inline constexpr std::size_t kMostCells = std::size_t{1} << 31;     // each is stored twice, with numbers of 32 bits

// The pairing needs more steps than the caller allows.
struct TooManySteps {};

// Counts the cells that are visited, and checks for Ctrl-C once in a while.
class Steps {
  public:
    Steps(std::uint64_t most, const Workers& workers) : most_(most), workers_(&workers) {}

    void add(std::size_t visited) {
        total_ += visited;
        if (total_ < next_) return;
        next_ = total_ + kBetween;
        workers_->check();
        if (total_ > most_) throw TooManySteps{};
    }

    std::uint64_t total() const { return total_; }

  private:
    static constexpr std::uint64_t kBetween = 1024;
    std::uint64_t total_ = 0, next_ = kBetween, most_;
    const Workers* workers_;
};

struct WeightedCell {
    std::uint32_t row, col;
    std::uint64_t weight;
};

// The cells of each row and of each column.
class CellGraph {
  public:
    CellGraph(std::span<const WeightedCell> cells, std::size_t rows, std::size_t cols)
        : rows_(rows), starts_(rows + cols + 1), ends_(2 * cells.size()), weights_(2 * cells.size()) {
        for (const auto& cell : cells) {
            ++starts_[cell.row + 1];
            ++starts_[rows + cell.col + 1];
        }
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        for (const auto& cell : cells) {
            const auto col = static_cast<Node>(rows + cell.col);
            put(next[cell.row]++, col, cell.weight);
            put(next[col]++, cell.row, cell.weight);
        }
    }

    std::size_t rows() const { return rows_; }
    std::size_t nodes() const { return starts_.size() - 1; }
    std::size_t begin(Node x) const { return starts_[x]; }
    std::size_t end(Node x) const { return starts_[x + 1]; }
    Node node_at(std::size_t at) const { return ends_[at]; }
    std::uint64_t weight_at(std::size_t at) const { return weights_[at]; }
    void put(std::size_t at, Node other, std::uint64_t weight) {
        ends_[at] = other;
        weights_[at] = weight;
    }

  private:
    std::size_t rows_;
    std::vector<std::uint32_t> starts_, ends_;
    std::vector<std::uint64_t> weights_;
};

// Shortens the lists of a graph to the cells whose pairing is not clear. A node carries the value of the best pair that it can
// fall back to; only what a cell weighs above the values of its two nodes counts.
class Reduction {
  public:
    Reduction(CellGraph& graph, Steps& steps)
        : graph_(graph), steps_(steps), lengths_(graph.nodes()), values_(graph.nodes()), gone_(graph.nodes()), waits_(graph.nodes()),
          best_(graph.nodes()), mates_(graph.nodes(), kUnpaired) {
        for (Node x = 0; x < graph.nodes(); ++x) lengths_[x] = static_cast<std::uint32_t>(graph.end(x) - graph.begin(x));
    }

    // Each node is visited again if it has lost a cell; nodes with many cells may make this slow, so that the work is limited.
    void run() {
        std::vector<Node> now(graph_.nodes());
        std::iota(now.begin(), now.end(), Node{0});
        const auto most = steps_.total() + kPasses * (graph_.end(static_cast<Node>(graph_.nodes() - 1)) + graph_.nodes());
        for (; !now.empty(); now = std::exchange(later_, {})) {
            for (const auto x : now) {
                if (steps_.total() > most) return;
                waits_[x] = 0;
                if (!gone_[x]) visit(x);
            }
        }
    }

    // The cells that are left, as a table of the rows and columns that have some.
    struct Left {
        std::vector<Node> rows, cols;
        std::vector<WeightedCell> cells;
    };

    Left left() {
        Left out;
        std::vector<std::uint32_t> place(graph_.nodes(), kUnpaired);
        const auto number = [&](Node x, std::vector<Node>& nodes) {
            if (place[x] == kUnpaired) {
                place[x] = static_cast<std::uint32_t>(nodes.size());
                nodes.push_back(x);
            }
            return place[x];
        };
        for (Node x = 0; x < graph_.rows(); ++x) {
            if (gone_[x]) continue;
            steps_.add(lengths_[x] + 1);
            for (auto at = graph_.begin(x); at < graph_.begin(x) + lengths_[x]; ++at) {
                const auto y = graph_.node_at(at);
                const auto weight = gone_[y] ? 0 : above(x, y, graph_.weight_at(at));
                if (weight == 0) continue;
                const auto row = number(x, out.rows);
                out.cells.push_back({row, number(y, out.cols), weight});
            }
        }
        return out;
    }

    void pair(Node x, Node y) {
        mates_[x] = y;
        mates_[y] = x;
    }

    // The partner of each node, once the pairs of what was left are set. A node without a partner takes what it fell back to.
    std::vector<Node> mates() && {
        for (auto fold = folds_.rbegin(); fold != folds_.rend(); ++fold) {
            if (mates_[fold->first] == kUnpaired) pair(fold->first, fold->second);
        }
        return std::move(mates_);
    }

  private:
    static constexpr std::size_t kPasses = 16;

    struct BestTwo {
        std::uint64_t best = 0, second = 0;
        Node at = kUnpaired;
    };

    std::uint64_t above(Node x, Node y, std::uint64_t weight) const {
        const auto value = values_[x] + values_[y];  // each is below 2^63
        return weight > value ? weight - value : 0;
    }

    void look_again(Node x) {
        if (gone_[x] || waits_[x]) return;
        waits_[x] = 1;
        later_.push_back(x);
    }

    void visit(Node x) {
        const auto found = shorten(x);
        best_[x] = found;
        if (lengths_[x] == 0) {
            gone_[x] = 1;
        } else if (lengths_[x] == 1) {
            gone_[x] = 1;
            values_[found.at] += found.best;
            folds_.push_back({found.at, x});
            look_again(found.at);
        } else if (best_[found.at].at == x && found.best - found.second >= best_[found.at].second) {
            // The cell weighs as much as the best others of its row and column together, which it replaces. What was seen at the
            // other node is not too small, since weights only shrink.
            fix(x, found.at);
        }
    }

    // Removes the cells of a node that no pairing needs, and returns the best two others.
    BestTwo shorten(Node x) {
        steps_.add(lengths_[x] + 1);
        BestTwo found;
        const auto first = graph_.begin(x);
        auto kept = first;
        for (auto at = first; at < first + lengths_[x]; ++at) {
            const auto y = graph_.node_at(at);
            if (gone_[y]) continue;
            const auto weight = above(x, y, graph_.weight_at(at));
            if (weight == 0) {
                look_again(y);
                continue;
            }
            if (weight > found.best) {
                found = {weight, found.best, y};
            } else if (weight > found.second) {
                found.second = weight;
            }
            graph_.put(kept++, y, graph_.weight_at(at));
        }
        lengths_[x] = static_cast<std::uint32_t>(kept - first);
        return found;
    }

    void fix(Node x, Node y) {
        pair(x, y);
        gone_[x] = gone_[y] = 1;
        for (const auto node : {x, y}) {
            steps_.add(lengths_[node]);
            for (auto at = graph_.begin(node); at < graph_.begin(node) + lengths_[node]; ++at) look_again(graph_.node_at(at));
        }
    }

    CellGraph& graph_;
    Steps& steps_;
    std::vector<std::uint32_t> lengths_;
    std::vector<std::uint64_t> values_;
    std::vector<std::uint8_t> gone_, waits_;
    std::vector<BestTwo> best_;
    std::vector<Node> mates_, later_;
    std::vector<std::pair<Node, Node>> folds_;  // the node that stays, and the one that it falls back to
};

// Shortest augmenting paths. The potentials of the two nodes of a cell add up to its weight or more, and to the weight for a
// pair; a pairing is optimal if, besides, every node without a partner has potential 0. No potential exceeds the largest weight.
class ShortestPaths {
  public:
    ShortestPaths(std::size_t rows, std::size_t cols, Steps& steps)
        : steps_(steps), potentials_(rows + cols), distances_(rows + cols), mates_(rows + cols, kUnpaired), before_(rows + cols),
          seen_(rows + cols) {}

    std::uint64_t potential(Node x) const { return potentials_[x]; }
    Node mate(Node x) const { return mates_[x]; }

    // Raises the potential of a row for cells that the graph did not have.
    void raise(Node row, std::uint64_t potential) {
        potentials_[row] = potential;
        if (mates_[row] == kUnpaired) return;
        mates_[mates_[row]] = kUnpaired;
        mates_[row] = kUnpaired;
    }

    void solve(const CellGraph& graph) {
        start(graph);
        run(graph);
    }

    // A first pairing: each row takes the column that is worth most to it and raises the column's potential until the next best
    // is worth as much (Jonker and Volgenant's row reduction; the number of steps is limited, since rows may outbid each other
    // by little).
    void start(const CellGraph& graph) {
        const auto most = steps_.total() + kBids * graph.end(static_cast<Node>(graph.nodes() - 1));
        std::vector<Node> open(graph.rows()), next;
        std::iota(open.begin(), open.end(), Node{0});
        for (const auto row : open) {
            for (auto at = graph.begin(row); at < graph.end(row); ++at) potentials_[row] = std::max(potentials_[row], graph.weight_at(at));
        }
        for (int pass = 0; pass < kStarts && !open.empty(); ++pass) {
            for (auto row : open) {
                while (row != kUnpaired && steps_.total() <= most) row = bid(graph, row, next);
            }
            open = std::exchange(next, {});
        }
    }

    // Searches from every node that has a potential and no partner: from all rows at once among cells without slack, then from
    // one at a time. If single searches have become long, since many paths are equally long, one from all follows. The same for
    // the columns.
    void run(const CellGraph& graph) {
        const auto cols = static_cast<Node>(graph.rows()), nodes = static_cast<Node>(graph.nodes());
        const auto cells = graph.end(nodes - 1);
        for (const auto& [first, last] : {std::pair{Node{0}, cols}, std::pair{cols, nodes}}) {
            open_.clear();
            for (Node x = first; x < last; ++x) {
                if (is_open(x)) open_.push_back(x);
            }
            if (open_.size() > kFew) exchange_layers(graph);
            while (!open_.empty()) {
                const auto most = steps_.total() + kSingle * cells;
                while (!open_.empty() && (steps_.total() <= most || open_.size() <= kFew)) {
                    if (is_open(open_.back())) search(graph, open_.back());
                    open_.pop_back();
                }
                if (!open_.empty()) search_together(graph);
            }
        }
    }

  private:
    static constexpr int kStarts = 2;
    static constexpr std::size_t kBids = 4, kFew = 8, kSingle = 4, kShare = 8;

    bool is_open(Node x) const { return mates_[x] == kUnpaired && potentials_[x] > 0; }

    // Returns the row that loses its column and must bid again at once.
    Node bid(const CellGraph& graph, Node row, std::vector<Node>& next) {
        steps_.add(graph.end(row) - graph.begin(row));
        std::uint64_t best = 0, second = 0;
        Node at_best = kUnpaired;
        for (auto at = graph.begin(row); at < graph.end(row); ++at) {
            const auto col = graph.node_at(at);
            const auto weight = graph.weight_at(at), price = potentials_[col];
            if (weight <= price) continue;
            const auto worth = weight - price;
            if (worth > best || (worth == best && mates_[at_best] != kUnpaired && mates_[col] == kUnpaired)) {
                second = best;
                best = worth;
                at_best = col;
            } else {
                second = std::max(second, worth);
            }
        }
        potentials_[row] = second;
        if (at_best == kUnpaired) return kUnpaired;
        const auto loser = mates_[at_best];
        if (loser != kUnpaired && best == second) {  // nothing is gained by taking a column at the same price
            next.push_back(row);
            return kUnpaired;
        }
        potentials_[at_best] += best - second;
        mates_[row] = at_best;
        mates_[at_best] = row;
        if (loser != kUnpaired) mates_[loser] = kUnpaired;
        return loser;
    }

    struct Reached {
        std::uint64_t distance;
        Node node;
        bool operator>(const Reached& other) const { return distance > other.distance; }
    };

    // One search from a node, and the exchange of pairs along the shortest path.
    void search(const CellGraph& graph, Node start) {
        begin();
        least_ = potentials_[start];  // the cost of leaving the start without a partner
        scan(graph, start, 0);
        settle(graph);
        potentials_[start] -= least_;
        if (last_ != kUnpaired) exchange(last_);
    }

    // One search from all open nodes, and the exchange of pairs along the shortest paths that share no node. Among cells without
    // slack these are found layer by layer, as in Hopcroft and Karp's algorithm.
    void search_together(const CellGraph& graph) {
        begin();
        least_ = std::numeric_limits<std::uint64_t>::max();
        for (const auto start : open_) least_ = std::min(least_, potentials_[start]);
        for (const auto start : open_) {
            if (least_ == 0) break;
            scan(graph, start, 0);
        }
        settle(graph);
        for (const auto start : open_) potentials_[start] -= least_;
        exchange_layers(graph);
    }

    // The same among cells without slack only, as long as this completes a good part of the open nodes.
    void exchange_layers(const CellGraph& graph) {
        next_.resize(graph.nodes());
        for (std::size_t before = 0, closed = 0; closed * kShare >= before; closed = before - open_.size()) {
            std::erase_if(open_, [&](Node x) { return !is_open(x); });
            before = open_.size();
            if (!find_layers(graph)) break;
            for (const auto start : open_) descend(graph, start);
            ++round_;
            std::erase_if(open_, [&](Node x) { return !is_open(x); });
        }
    }

    // Numbers the nodes by the cells without slack that lead to them from open nodes, up to the first layer that has an end: a
    // node without partner, or one whose partner may lose its own. Returns whether there is one.
    bool find_layers(const CellGraph& graph) {
        ++round_;
        bool found = false;
        path_ = open_;
        for (std::uint64_t layer = 1; !path_.empty() && !found; ++layer, std::swap(path_, near_)) {
            near_.clear();
            for (const auto own : path_) {
                steps_.add(graph.end(own) - graph.begin(own));
                for (auto at = graph.begin(own); at < graph.end(own); ++at) {
                    const auto x = graph.node_at(at);
                    if (seen_[x] == round_ || potentials_[own] + potentials_[x] != graph.weight_at(at)) continue;
                    seen_[x] = round_;
                    distances_[x] = layer;
                    if (is_end(x)) {
                        found = true;
                    } else {
                        near_.push_back(mates_[x]);
                    }
                }
            }
        }
        return found;
    }

    bool is_end(Node x) const { return mates_[x] == kUnpaired || potentials_[mates_[x]] == 0; }

    // Follows the layers from a node to an end by nodes that no other path of this round has visited.
    void descend(const CellGraph& graph, Node start) {
        path_.assign(1, start);
        next_[start] = static_cast<std::uint32_t>(graph.begin(start));
        while (!path_.empty()) {
            const auto own = path_.back();
            const auto end = graph.end(own), first = std::size_t{next_[own]};
            auto at = first;
            Node found = kUnpaired;
            for (; at < end && found == kUnpaired; ++at) {
                const auto x = graph.node_at(at);
                if (seen_[x] != round_ || distances_[x] != path_.size() || potentials_[own] + potentials_[x] != graph.weight_at(at)) continue;
                seen_[x] = round_ + 1;
                found = x;
            }
            steps_.add(at - first);
            next_[own] = static_cast<std::uint32_t>(at);
            if (found == kUnpaired) {
                path_.pop_back();
                continue;
            }
            before_[found] = own;
            if (is_end(found)) return exchange(found);
            path_.push_back(mates_[found]);
            next_[mates_[found]] = static_cast<std::uint32_t>(graph.begin(mates_[found]));
        }
    }

    void begin() {
        ++round_;
        near_.clear();
        heap_.clear();
        settled_.clear();
        last_ = kUnpaired;
    }

    // Visits the nodes in the order of their distances, up to the nearest end, and changes their potentials.
    void settle(const CellGraph& graph) {
        for (std::uint64_t reached = 0;;) {
            Node x;
            if (!near_.empty()) {
                x = near_.back();
                near_.pop_back();
            } else if (!heap_.empty()) {
                reached = heap_.front().distance;
                x = heap_.front().node;
                std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
                heap_.pop_back();
            } else {
                break;
            }
            if (reached >= least_) break;
            if (distances_[x] != reached || seen_[x] == round_ + 1) continue;
            seen_[x] = round_ + 1;  // settled
            settled_.push_back(x);
            const auto own = mates_[x];
            if (reached + potentials_[own] < least_) {  // the cost of leaving the partner without one
                least_ = reached + potentials_[own];
                last_ = x;
            }
            scan(graph, own, reached);
        }
        ++round_;  // the number of the settled nodes
        for (const auto x : settled_) {
            potentials_[x] += least_ - distances_[x];
            potentials_[mates_[x]] -= least_ - distances_[x];
        }
    }

    // Pairs the nodes along the path to this one; its partner, if it has one, loses it.
    void exchange(Node last) {
        if (mates_[last] != kUnpaired) mates_[mates_[last]] = kUnpaired;
        for (auto x = last; x != kUnpaired;) {
            const auto own = before_[x];
            mates_[x] = own;
            std::swap(mates_[own], x);
        }
    }

    void scan(const CellGraph& graph, Node own, std::uint64_t reached) {
        steps_.add(graph.end(own) - graph.begin(own));
        const auto offset = reached + potentials_[own];
        for (auto at = graph.begin(own); at < graph.end(own); ++at) {
            const auto x = graph.node_at(at);
            const auto distance = offset + potentials_[x] - graph.weight_at(at);
            if (distance >= least_ || (seen_[x] >= round_ && distances_[x] <= distance)) continue;
            seen_[x] = round_;
            distances_[x] = distance;
            before_[x] = own;
            if (mates_[x] == kUnpaired) {
                least_ = distance;
                last_ = x;
            } else if (distance == reached) {
                near_.push_back(x);
            } else {
                heap_.push_back({distance, x});
                std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
            }
        }
    }

    Steps& steps_;
    std::vector<std::uint64_t> potentials_, distances_;
    std::vector<Node> mates_, before_;
    std::vector<std::uint64_t> seen_;  // the search that reached the node last, plus 1 if it settled it
    std::uint64_t round_ = 0;
    std::uint64_t least_ = 0;  // the length of the shortest path to an end
    Node last_ = kUnpaired;    // its last node on the other side
    std::vector<Node> near_, settled_, open_, path_;
    std::vector<std::uint32_t> next_;  // the next cell of a node in the depth-first search
    std::vector<Reached> heap_;
};

inline void check_heaviest(std::uint64_t weight) {
    if (weight >= kHeaviest) throw std::invalid_argument("Weights must be finite, not negative, and below 2**62.");
}

// Weights as integers: integers as they are, doubles in units of 2^-61 of the next power of two above the largest, which leaves
// less than the rounding of their sum. A positive weight stays positive.
template <class Weight>
class InUnits {
  public:
    explicit InUnits(std::span<const Weight> weights) {
        if constexpr (std::is_floating_point_v<Weight>) {
            Weight most = 0;
            for (const auto weight : weights) {
                if (!(weight >= 0 && weight <= std::numeric_limits<Weight>::max() / 4)) check_heaviest(kHeaviest);
                most = std::max(most, weight);
            }
            int exponent = 0;
            std::frexp(most, &exponent);
            digits_ = 61 - exponent;
        }
    }

    std::uint64_t operator()(Weight weight) const {
        if constexpr (std::is_floating_point_v<Weight>) {
            return weight > 0 ? std::max(std::uint64_t{1}, static_cast<std::uint64_t>(std::ldexp(weight, digits_))) : 0;
        } else {
            return weight;
        }
    }

  private:
    int digits_ = 0;
};

// The column of each row. each(i, f) calls f(col, weight) for the cells of row i; weights may be 0.
template <class EachInRow>
std::vector<Node> pair_by_heaviest(EachInRow&& each, std::size_t rows, std::size_t cols, Steps& steps) {
    constexpr std::size_t kFirst = 8, kMore = 8;  // cells of a row: at the start, and added at a time
    ShortestPaths paths(rows, cols, steps);
    std::vector<WeightedCell> used, of_row;
    const auto heavier = [](const WeightedCell& a, const WeightedCell& b) { return a.weight != b.weight ? a.weight > b.weight : a.col < b.col; };
    const auto keep = [&](std::size_t most) {
        if (of_row.size() > most) {
            std::nth_element(of_row.begin(), of_row.begin() + static_cast<std::ptrdiff_t>(most), of_row.end(), heavier);
            of_row.resize(most);
        }
    };
    for (std::uint32_t i = 0; i < rows; ++i) {
        of_row.clear();
        std::uint64_t floor = 0;
        each(i, [&](std::uint32_t j, std::uint64_t weight) {
            if (weight <= floor) return;
            check_heaviest(weight);
            of_row.push_back({i, j, weight});
            if (of_row.size() < 4 * kFirst) return;
            keep(kFirst);
            floor = of_row.front().weight;
            for (const auto& cell : of_row) floor = std::min(floor, cell.weight);
        });
        steps.add(cols / 8);
        keep(kFirst);
        used.insert(used.end(), of_row.begin(), of_row.end());
    }
    for (bool first = true;; first = false) {
        const CellGraph graph(used, rows, cols);
        if (first) paths.start(graph);
        paths.run(graph);
        const auto before = used.size();
        for (std::uint32_t i = 0; i < rows; ++i) {
            of_row.clear();
            const auto own = paths.potential(i);
            each(i, [&](std::uint32_t j, std::uint64_t weight) {
                const auto price = paths.potential(static_cast<Node>(rows + j));
                if (weight > own + price) of_row.push_back({i, j, weight - price});
            });
            steps.add(cols / 8);
            if (of_row.empty()) continue;
            keep(kMore);
            std::uint64_t most = 0;
            for (auto& cell : of_row) {
                most = std::max(most, cell.weight);
                cell.weight += paths.potential(static_cast<Node>(rows + cell.col));
            }
            paths.raise(i, most);
            used.insert(used.end(), of_row.begin(), of_row.end());
        }
        if (used.size() == before) break;
    }
    std::vector<Node> out(rows);
    for (std::uint32_t i = 0; i < rows; ++i) out[i] = paths.mate(i) == kUnpaired ? kUnpaired : static_cast<Node>(paths.mate(i) - rows);
    return out;
}

// The same for the cells of a sparse table.
inline std::vector<Node> pair_sparse(std::span<const WeightedCell> cells, std::size_t rows, std::size_t cols, Steps& steps) {
    CellGraph graph(cells, rows, cols);
    Reduction reduction(graph, steps);
    reduction.run();
    const auto left = reduction.left();
    if (!left.cells.empty()) {
        for (const auto& cell : left.cells) check_heaviest(cell.weight);
        const CellGraph rest(left.cells, left.rows.size(), left.cols.size());
        ShortestPaths paths(left.rows.size(), left.cols.size(), steps);
        paths.solve(rest);
        for (Node i = 0; i < left.rows.size(); ++i) {
            if (paths.mate(i) != kUnpaired) reduction.pair(left.rows[i], left.cols[paths.mate(i) - left.rows.size()]);
        }
    }
    auto mates = std::move(reduction).mates();
    mates.resize(rows);
    for (auto& mate : mates) mate = mate == kUnpaired ? kUnpaired : static_cast<Node>(mate - rows);
    return mates;
}

}  // namespace clusterdiff
