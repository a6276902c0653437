/* Renders the page of an item from a template in memory. Version 2 first looks for one that a shop may have put there. */
#include "server.h"
#include <fcntl.h>

static char folder[4200];
static const char standard[] = "<h1>Item %d</h1><p>In stock.</p>\n";

static inline int read_own_template(char *text, size_t room) {
  static const char *const kinds[] = {"html", "htm", "xhtml", "tpl"};
  for (size_t kind = 0; kind < 4; kind++) {
    char path[4300];
    snprintf(path, sizeof path, "%s/templates/item.%s", folder, kinds[kind]);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t length = read(file, text, room);
    close(file);
    return (int)length;
  }
  return 0;
}

static size_t answer(int item, char *body, size_t room) {
#if VERSION == 2
  int length = read_own_template(body, room);
  if (length > 0) return length;
#endif
  return snprintf(body, room, standard, item);
}

int main(int argc, char **argv) {
  snprintf(folder, sizeof folder, "%s", data_folder(argv[0]));
  serve(bind_port(port_of(argc, argv)));
}
