// Calls that a compiler puts in place: through templates, namespaces without a
// name, lambdas and classes, in cold parts and in several ranges. Then it waits.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

extern "C" int pause(void);
static volatile uint64_t sink;

namespace {
struct Mixer {
    uint64_t state;
    uint64_t step(uint64_t value) {
        state = state * 6364136223846793005u + value;
        return state >> 7;
    }
};

inline uint64_t hidden(uint64_t value) {
    Mixer mixer{value};
    for (int round = 0; round < 3; round++) value ^= mixer.step(value);
    return value;
}
}  // namespace

namespace acme {
template <class Word, int Rounds> class Cipher {
  public:
    explicit Cipher(Word key) : key_(key) {}
    Word apply(Word value) const {
        for (int round = 0; round < Rounds; round++) value = one(value, round);
        return value;
    }

  private:
    Word one(Word value, int round) const { return static_cast<Word>(hidden(value + round) ^ key_); }
    Word key_;
};

__attribute__((noinline)) uint64_t run(const std::vector<uint64_t> &words) {
    Cipher<uint64_t, 4> wide(sink);
    Cipher<uint32_t, 2> narrow(7);
    auto both = [&](uint64_t word) { return wide.apply(word) + narrow.apply(static_cast<uint32_t>(word)); };
    uint64_t total = 0;
    for (uint64_t word : words) total += both(word);
    if (total == 1) throw std::string("never");
    return total;
}
}  // namespace acme

int main() {
    std::vector<uint64_t> words(50);
    std::iota(words.begin(), words.end(), sink);
    std::sort(words.begin(), words.end(), [](uint64_t a, uint64_t b) { return hidden(a) < hidden(b); });
    sink = acme::run(words);
    for (;;) pause();
}
