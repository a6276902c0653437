/* The items most like one item. Version 2 sorts all of them by distance; version 1 keeps the best ten. */
#include "server.h"

enum { items = 1200, best = 10 };
static struct { int number; int features[8]; } all[items];
struct match { int number; int distance; };

static void load_items(void) {
  unsigned state = 7;
  for (int item = 0; item < items; item++) {
    all[item].number = item;
    for (int i = 0; i < 8; i++) all[item].features[i] = (state = state * 1664525 + 1013904223) >> 24;
  }
}

__attribute__((noinline)) static int distance_between(const int *a, const int *b) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += abs(a[i] - b[i]);
  return sum;
}

__attribute__((noinline)) static void keep_best(struct match *matches, int *count, struct match match) {
  int place = *count;
  while (place > 0 && matches[place - 1].distance > match.distance) place--;
#if VERSION == 1
  if (place >= best) return;
  int last = *count < best ? (*count)++ : best - 1;
#else
  int last = (*count)++;
#endif
  memmove(matches + place + 1, matches + place, (last - place) * sizeof *matches);
  matches[place] = match;
}

static size_t answer(int item, char *body, size_t room) {
  static struct match matches[items + 1];
  int count = 0;
  const int *wanted = all[item % items].features;
  for (int other = 0; other < items; other++) {
    keep_best(matches, &count, (struct match){other, distance_between(wanted, all[other].features)});
  }
  size_t length = 0;
  for (int i = 0; i < best; i++) length += snprintf(body + length, room - length, "%d\n", matches[i].number);
  return length;
}

int main(int argc, char **argv) {
  load_items();
  serve(bind_port(port_of(argc, argv)));
}
