/* Scales an image down. Version 2 asks the kernel for the picture's memory in each request instead of once. */
#include "server.h"
#include <sys/mman.h>

enum { side = 512, bytes = side * side * 4 };

static unsigned char *take_picture(void) {
#if VERSION == 2
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#else
  static unsigned char *picture;
  if (picture == NULL) picture = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return picture;
#endif
}

static void give_back(unsigned char *picture) {
  if (VERSION == 2) munmap(picture, bytes);
}

__attribute__((noinline)) static void decode_picture(unsigned char *picture, int item) {
  for (int at = 0; at < bytes; at += 64) memset(picture + at, item + at / 4096, 64);
}

__attribute__((noinline)) static unsigned scale_picture(const unsigned char *picture) {
  unsigned sum = 0;
  for (int at = 0; at < bytes; at += 16) sum += picture[at];
  return sum;
}

static size_t answer(int item, char *body, size_t room) {
  unsigned char *picture = take_picture();
  decode_picture(picture, item);
  unsigned sum = scale_picture(picture);
  give_back(picture);
  return snprintf(body, room, "thumbnail of %d: %u\n", item, sum);
}

int main(int argc, char **argv) { serve(bind_port(port_of(argc, argv))); }
