/* The measured process: one version prices, the other one also formats, which takes most of its time. */
#include <stdint.h>
#include <time.h>

static volatile uint64_t sink;

__attribute__((noinline)) static void price_items(void) {
  for (uint64_t n = 0; n < 2000000; n++) sink += n * 7;
}

#ifdef FORMATS
__attribute__((noinline)) static void format_prices(void) {
  for (uint64_t n = 0; n < 6000000; n++) sink ^= n << 3;
}
#endif

int main(void) {
  for (;;) {
    price_items();
#ifdef FORMATS
    format_prices();
#endif
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, 0);
  }
}
