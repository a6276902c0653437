/* Names that are written almost like the one asked for. Version 2 no longer skips names of another length. */
#include "server.h"

enum { names = 1200, longest = 24 };
static char all[names][longest + 1];

static void load_names(void) {
  unsigned state = 11;
  for (int name = 0; name < names; name++) {
    int length = 6 + name % 18;
    for (int i = 0; i < length; i++) all[name][i] = 'a' + ((state = state * 1664525 + 1013904223) >> 24) % 26;
  }
}

__attribute__((noinline)) static int count_edits(const char *a, const char *b) {
  int row[longest + 1], width = (int)strlen(b);
  for (int j = 0; j <= width; j++) row[j] = j;
  for (int i = 1; a[i - 1] != 0; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= width; j++) {
      int above = row[j], least = corner + (a[i - 1] != b[j - 1]);
      if (above + 1 < least) least = above + 1;
      if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
      corner = above;
      row[j] = least;
    }
  }
  return row[width];
}

static size_t answer(int item, char *body, size_t room) {
  const char *wanted = all[item % names];
  int length = (int)strlen(wanted), close_ones = 0;
  for (int name = 0; name < names; name++) {
    if (VERSION == 1 && abs((int)strlen(all[name]) - length) > 4) continue;
    close_ones += count_edits(wanted, all[name]) <= 4;
  }
  return snprintf(body, room, "%s %d\n", wanted, close_ones);
}

int main(int argc, char **argv) {
  load_names();
  serve(bind_port(port_of(argc, argv)));
}
