/*
 * Writes to a connection and reads at its other end, over and over, and after each batch says what one call that moves a
 * message cost in processor time. The connection is over TCP, or with the argument `unix` over unix sockets.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "loop.h"

enum { BATCH = 5000, BYTES = 64 };

static void connect_over_loopback(int ends[2]) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof(address);
  int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;

  must(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 1) == 0);
  must(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
  ends[0] = socket(AF_INET, SOCK_STREAM, 0);
  must(connect(ends[0], (struct sockaddr *)&address, size) == 0);
  must(setsockopt(ends[0], IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes)) == 0);
  ends[1] = accept(listener, NULL, NULL);
  must(ends[1] >= 0);
}

int main(int count, char **arguments) {
  char bytes[BYTES] = {0};
  int ends[2];

  if (count > 1 && strcmp(arguments[1], "unix") == 0) {
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  } else {
    connect_over_loopback(ends);
  }
  for (;;) {
    double before = cpu_ns();
    for (int turn = 0; turn < BATCH; turn++) {
      must(write(ends[0], bytes, BYTES) == BYTES);
      must(read(ends[1], bytes, BYTES) == BYTES);
    }
    printf("%.3f\n", (cpu_ns() - before) / (2 * BATCH));
    must(fflush(stdout) == 0);
  }
}
