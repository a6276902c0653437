/*
 * lantern: the demo's workload. A small HTTP service with a fixed pool of workers, a background
 * ticker, one backend peer and two log files. Version 2 is built from the same source and carries
 * the planted changes that a comparison has to find:
 *
 *   1. price_quote does three times the work;
 *   2. the file flags.conf is read once per request;
 *   3. a second backend, 127.0.0.2, is called;
 *   4. the system call sysinfo is made;
 *   5. audit.log is no longer written.
 *
 * Everything else is the same, call for call, and nothing is allocated after start-up, so that any
 * other difference a comparison reports is an error of the comparison.
 *
 * usage: lantern DIRECTORY PORT BACKEND_PORT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define WORKERS 3
#define QUEUE 64

static const char *directory;
static int backend_port;
static _Atomic unsigned long requests, quotes_total;

static int queue[QUEUE];
static unsigned queue_head, queue_tail;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_filled = PTHREAD_COND_INITIALIZER;

static void die(const char *what) {
  perror(what);
  exit(1);
}

/* The hot function: an integer mix whose cost is linear in `rounds`. */
__attribute__((noinline)) static uint64_t price_quote(uint64_t seed, unsigned rounds) {
  uint64_t price = seed | 1;
  for (unsigned i = 0; i < rounds; i++) {
    price ^= price << 13;
    price ^= price >> 7;
    price ^= price << 17;
  }
  return price;
}

/* A second, smaller cost that does not change between the versions. */
__attribute__((noinline)) static uint32_t checksum_reply(const char *text, size_t length) {
  uint32_t sum = 2166136261u;
  for (unsigned pass = 0; pass < 400; pass++)
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)text[i]) * 16777619u;
  return sum;
}

static void append_line(const char *name, const char *line) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) die(path);
  if (write(fd, line, strlen(line)) < 0) die(path);
  close(fd);
}

static void read_settings(const char *name) {
  char path[512], text[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) die(path);
  if (read(fd, text, sizeof text) < 0) die(path);
  close(fd);
}

/* One byte to a backend and one back, on a connection of its own. */
static void ask_backend(const char *address) {
  struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons((uint16_t)backend_port)};
  inet_pton(AF_INET, address, &peer.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) die("socket");
  char byte = '?';
  if (connect(fd, (struct sockaddr *)&peer, sizeof peer) == 0 && send(fd, &byte, 1, MSG_NOSIGNAL) == 1)
    (void)!recv(fd, &byte, 1, 0);
  close(fd);
}

static void answer_quote(int client) {
  unsigned rounds = 800000;
#if LANTERN_VERSION >= 2
  rounds *= 3;
#endif
  unsigned long number = atomic_fetch_add(&requests, 1);
  uint64_t price = price_quote(number + 88172645463325252ull, rounds);
  read_settings("prices.conf");
  ask_backend("127.0.0.1");
#if LANTERN_VERSION >= 2
  struct sysinfo machine;
  sysinfo(&machine);
  read_settings("flags.conf");
  ask_backend("127.0.0.2");
#endif
  char body[64], reply[256];
  int length = snprintf(body, sizeof body, "{\"price\":%llu}\n", (unsigned long long)(price % 100000));
  atomic_fetch_add(&quotes_total, checksum_reply(body, (size_t)length) != 0);
  int whole = snprintf(reply, sizeof reply,
                       "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
                       length, body);
  append_line("access.log", "GET /quote 200\n");
#if LANTERN_VERSION < 2
  append_line("audit.log", "quote served\n");
#endif
  (void)!send(client, reply, (size_t)whole, MSG_NOSIGNAL);
}

/* The Prometheus text format, for the demo's own Prometheus. */
static void answer_metrics(int client) {
  char body[512], reply[768];
  int length = snprintf(body, sizeof body,
                        "# HELP lantern_requests_total Requests for a quote.\n# TYPE lantern_requests_total counter\n"
                        "lantern_requests_total %lu\n# HELP lantern_build_info Version of the service.\n"
                        "# TYPE lantern_build_info gauge\nlantern_build_info{version=\"%d\"} 1\n",
                        atomic_load(&requests), LANTERN_VERSION);
  int whole = snprintf(reply, sizeof reply,
                       "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
                       length, body);
  (void)!send(client, reply, (size_t)whole, MSG_NOSIGNAL);
}

static void serve(int client) {
  char request[1024];
  ssize_t length = recv(client, request, sizeof request - 1, 0);
  if (length > 0) {
    request[length] = 0;
    if (strncmp(request, "GET /metrics", 12) == 0)
      answer_metrics(client);
    else
      answer_quote(client);
  }
  close(client);
}

static void *run_worker(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "lantern-worker");
  for (;;) {
    pthread_mutex_lock(&queue_lock);
    while (queue_head == queue_tail) pthread_cond_wait(&queue_filled, &queue_lock);
    int client = queue[queue_tail++ % QUEUE];
    pthread_mutex_unlock(&queue_lock);
    serve(client);
  }
  return NULL;
}

static void *run_ticker(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "lantern-ticker");
  for (;;) {
    struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    read_settings("prices.conf");
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: lantern DIRECTORY PORT BACKEND_PORT\n");
    return 2;
  }
  directory = arguments[1];
  backend_port = atoi(arguments[3]);
  signal(SIGPIPE, SIG_IGN);

  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  struct sockaddr_in self = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[2])),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&self, sizeof self) < 0 || listen(listener, 128) < 0) die("listen");

  pthread_t thread;
  for (int i = 0; i < WORKERS; i++)
    if (pthread_create(&thread, NULL, run_worker, NULL) != 0) die("pthread_create");
  if (pthread_create(&thread, NULL, run_ticker, NULL) != 0) die("pthread_create");
  printf("{\"event\":\"listening\",\"version\":%d}\n", LANTERN_VERSION);
  fflush(stdout);

  for (;;) {
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      die("accept");
    }
    pthread_mutex_lock(&queue_lock);
    if (queue_head - queue_tail == QUEUE) {
      close(client);
    } else {
      queue[queue_head++ % QUEUE] = client;
      pthread_cond_signal(&queue_filled);
    }
    pthread_mutex_unlock(&queue_lock);
  }
}
