// Exceptions, virtual calls, templates and lambdas: the samples fall into the
// C++ runtime's own unwinder as often as into our frames.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

static volatile uint64_t sink;

namespace shapes {
struct Node {
    virtual ~Node() = default;
    virtual uint64_t visit(uint64_t value, int depth) const = 0;
};

template <int Kind> struct Branch : Node {
    std::vector<const Node *> children;
    __attribute__((noinline)) uint64_t visit(uint64_t value, int depth) const override {
        std::string trace(static_cast<std::size_t>(depth) % 40, 'x');
        if (depth == 0) throw std::runtime_error(trace + "leaf");
        auto next = [&](const Node *child) { return child->visit(value * Kind + trace.size(), depth - 1); };
        for (const Node *child : children) value += next(child);
        return value;
    }
};
}  // namespace shapes

int main() {
    shapes::Branch<3> first;
    shapes::Branch<5> second;
    first.children = {&second};
    second.children = {&first};
    for (;;) {
        try {
            sink = sink + first.visit(sink, 12);
        } catch (const std::exception &error) {
            sink = sink + std::string(error.what()).size();
        }
    }
}
