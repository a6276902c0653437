/* The price of an item after the discounts that apply to it. Version 2 has three times the price lists to combine. */
#include "server.h"

enum { steps = VERSION == 2 ? 72 : 24, days = 4096 };
static double rates[days];

static void load_rates(void) {
  for (int day = 0; day < days; day++) rates[day] = 1 + (day * 37 % 101) / 10000.0;
}

__attribute__((noinline)) static double combine_rates(int item) {
  double price = 100 + item % 900;
  for (int step = 0; step < steps; step++) {
    for (int day = 0; day < days; day++) {
      double next = price * rates[(day + item) % days];
      price = next > 1000 ? next / 10 : next;
    }
  }
  return price;
}

__attribute__((noinline)) static double round_price(double price) {
  double rest = price;
  for (int pass = 0; pass < 20000; pass++) rest = rest * 0.999 + 0.01;
  return (double)(long)(price * 100) / 100 + (rest > 1e9);
}

static size_t answer(int item, char *body, size_t room) {
  return snprintf(body, room, "price=%.2f\n", round_price(combine_rates(item)));
}

int main(int argc, char **argv) {
  load_rates();
  serve(bind_port(port_of(argc, argv)));
}
