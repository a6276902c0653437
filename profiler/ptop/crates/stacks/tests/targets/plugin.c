/* A library loaded while the target runs. */
#include <stdint.h>
__attribute__((noinline)) static uint64_t plugin_inner(uint64_t (*work)(uint64_t), uint64_t value) {
    return work(value) * 3 + 1;
}
uint64_t plugin_work(uint64_t (*work)(uint64_t), uint64_t value) {
    return plugin_inner(work, value) + work(value + 1);
}
