/* HTTP/1.1 with keep-alive on loopback, one thread: `answer` writes the body for an item and returns its length. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION 1
#endif

static size_t answer(int item, char *body, size_t room);

static int bind_port(int port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0) {
    perror("listen");
    exit(1);
  }
  return listener;
}

static void serve_request(int client) {
  char request[4096], reply[65536], body[61440];
  ssize_t length = recv(client, request, sizeof request - 1, 0);
  if (length <= 0) {
    close(client);
    return;
  }
  request[length] = 0;
  const char *query = strstr(request, "item=");
  size_t size = answer(query == NULL ? 0 : atoi(query + 5), body, sizeof body);
  int head = snprintf(reply, sizeof reply, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n\r\n", size);
  memcpy(reply + head, body, size);
  if (send(client, reply, head + size, MSG_NOSIGNAL) < 0) close(client);
}

static void serve(int listener) {
  struct epoll_event events[64], event = {.events = EPOLLIN, .data.fd = listener};
  int poller = epoll_create1(EPOLL_CLOEXEC), one = 1;
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  puts("ready");
  fflush(stdout);
  for (;;) {
    int count = epoll_wait(poller, events, 64, -1);
    for (int i = 0; i < count; i++) {
      if (events[i].data.fd != listener) {
        serve_request(events[i].data.fd);
        continue;
      }
      int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
      setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      event.data.fd = client;
      epoll_ctl(poller, EPOLL_CTL_ADD, client, &event);
    }
  }
}

/* The folder that the program is in: where its data is. */
static inline const char *data_folder(const char *program) {
  static char folder[4096];
  snprintf(folder, sizeof folder, "%s", program);
  char *slash = strrchr(folder, '/');
  if (slash != NULL) *slash = 0;
  return folder;
}

static int port_of(int argc, char **argv) {
  for (int i = 1; i + 1 < argc; i++) {
    if (strcmp(argv[i], "--port") == 0) return atoi(argv[i + 1]);
  }
  fprintf(stderr, "usage: %s --port PORT [--upstream HOST:PORT]\n", argv[0]);
  exit(2);
}
