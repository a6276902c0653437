/*
 * A price service: HTTP/1.1 with keep-alive on four worker threads, a cache behind one lock, a connection of each
 * worker to a backend, a log file, and an audit peer that is contacted now and then. A variant plants one change:
 *
 *   by build   -DROUNDS=n    the loop of compute_price
 *              -DRENAMED     compute_price has another name
 *              -DINLINED     apply_discounts is compiled into its caller
 *   by switch  extra-call    one more system call per request
 *              extra-file    one more file is opened when the settings are read
 *              no-audit      the audit peer is never contacted
 *              long-lock     the lock of the cache is held while the price is computed
 *              more-memory   5 % more bytes asked of the allocator
 *
 * usage: server PORT BACKEND_PORT AUDIT_PORT DIRECTORY [SWITCH]
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
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef ROUNDS
#error "variants.ts passes the number of rounds"
#endif
#ifdef RENAMED
#define compute_price price_of_basket
#endif
#ifdef INLINED
#define OWN_FUNCTION_OR_NOT __attribute__((always_inline)) inline
#else
#define OWN_FUNCTION_OR_NOT __attribute__((noinline))
#endif
/* The compiler may split or clone no function: keys of a comparison are their names. */
#define OWN_FUNCTION __attribute__((noinline, noclone))

enum { workers = 4, cache_slots = 1024, settings_every = 64, audit_every = 32, line_bytes = 2000, reply_bytes = 512 };

static const char *directory, *planted = "";
static int backend_port, audit_port, log_file;
static _Atomic unsigned long served;
static size_t bytes_of_line = line_bytes;

static struct {
  pthread_mutex_t lock;
  struct {
    unsigned item;
    uint64_t price;
  } slots[cache_slots];
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct request {
  unsigned item, quantity, customer;
};

struct line {
  uint64_t price;
  char text[];
};

struct connection {
  int fd;
  size_t filled;
  char input[4096];
};

static void die(const char *what) {
  perror(what);
  exit(1);
}

static int has(const char *change) { return strcmp(planted, change) == 0; }

static int connect_to(const char *address, int port) {
  struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, address, &peer.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  if (fd < 0) die("socket");
  if (connect(fd, (struct sockaddr *)&peer, sizeof peer) != 0) die(address);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

OWN_FUNCTION static unsigned parse_number(const char *query, const char *name) {
  const char *found = strstr(query, name);
  return found == NULL ? 0 : (unsigned)strtoul(found + strlen(name), NULL, 10);
}

/* The header fields are walked one by one, as a server must to find those that matter. */
OWN_FUNCTION static int parse_request(const char *text, struct request *request) {
  const char *end = strstr(text, "\r\n");
  if (strncmp(text, "GET /price?", 11) != 0 || end == NULL) return 0;
  *request = (struct request){parse_number(text, "item="), parse_number(text, "quantity="), parse_number(text, "customer=")};
  unsigned fields = 0;
  for (const char *field = end + 2; (end = strstr(field, "\r\n")) != NULL && end != field; field = end + 2)
    fields += strncasecmp(field, "connection:", 11) == 0 || memchr(field, ':', (size_t)(end - field)) != NULL;
  return fields > 0;
}

OWN_FUNCTION static uint64_t ask_backend(int backend, unsigned item) {
  char question[32], answer[64];
  int length = snprintf(question, sizeof question, "%u\n", item);
  if (send(backend, question, (size_t)length, MSG_NOSIGNAL) != length) die("backend");
  ssize_t got = recv(backend, answer, sizeof answer - 1, 0);
  if (got <= 0) die("backend");
  answer[got] = 0;
  return strtoull(answer, NULL, 10);
}

OWN_FUNCTION static uint64_t checksum(const void *data, size_t length) {
  const unsigned char *bytes = data;
  uint64_t sum = 1469598103934665603ull;
  for (size_t i = 0; i < length; i++) sum = (sum ^ bytes[i]) * 1099511628211ull;
  return sum;
}

/* With the lock held. */
OWN_FUNCTION static int look_up(unsigned item, uint64_t *price) {
  unsigned slot = item % cache_slots;
  if (checksum(&cache.slots[slot & ~255u], 256 * sizeof cache.slots[0]) == 0) return 0;
  *price = cache.slots[slot].price;
  return cache.slots[slot].item == item;
}

OWN_FUNCTION static uint64_t find_price(int backend, unsigned item) {
  uint64_t price;
  pthread_mutex_lock(&cache.lock);
  int known = look_up(item, &price);
  pthread_mutex_unlock(&cache.lock);
  if (known) return price;
  price = ask_backend(backend, item);
  pthread_mutex_lock(&cache.lock);
  cache.slots[item % cache_slots].item = item;
  cache.slots[item % cache_slots].price = price;
  pthread_mutex_unlock(&cache.lock);
  return price;
}

OWN_FUNCTION static uint64_t compute_price(struct line *const *lines, unsigned count) {
  uint64_t total = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t price = lines[i]->price | 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
      price ^= price << 13;
      price ^= price >> 7;
      price ^= price << 17;
    }
    total += price % 100000;
  }
  return total;
}

OWN_FUNCTION_OR_NOT static uint64_t apply_discounts(uint64_t total, unsigned customer) {
  uint64_t state = customer + 1;
  for (unsigned rule = 0; rule < 150000; rule++) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    if ((state >> 60) == 7) total -= total >> 12;
  }
  return total;
}

OWN_FUNCTION static struct line *make_line(int backend, unsigned item) {
  struct line *line = malloc(sizeof *line + bytes_of_line);
  if (line == NULL) die("malloc");
  line->price = find_price(backend, item);
  memset(line->text, (int)('a' + item % 26), bytes_of_line);
  return line;
}

OWN_FUNCTION static void read_settings(const char *name) {
  char path[512], text[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) die(path);
  if (read(fd, text, sizeof text) < 0) die(path);
  close(fd);
}

OWN_FUNCTION static void send_audit(unsigned customer) {
  char text[32];
  int fd = connect_to("127.0.0.2", audit_port);
  int length = snprintf(text, sizeof text, "%u\n", customer);
  if (send(fd, text, (size_t)length, MSG_NOSIGNAL) != length) die("audit");
  (void)!recv(fd, text, sizeof text, 0);
  close(fd);
}

OWN_FUNCTION static void write_log(const struct request *request, uint64_t total) {
  char text[128];
  int length = snprintf(text, sizeof text, "item=%u quantity=%u customer=%u total=%llu\n", request->item,
                        request->quantity, request->customer, (unsigned long long)total);
  if (write(log_file, text, (size_t)length) != length) die("log");
}

OWN_FUNCTION static size_t render_reply(char *reply, const struct request *request, uint64_t total) {
  char body[256];
  int length = snprintf(body, sizeof body, "{\"item\":%u,\"quantity\":%u,\"total\":%llu.%02llu}\n", request->item,
                        request->quantity, (unsigned long long)total / 100, (unsigned long long)total % 100);
  return (size_t)snprintf(reply, reply_bytes,
                          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", length, body);
}

OWN_FUNCTION static void serve(struct connection *connection, int backend) {
  struct request request;
  if (!parse_request(connection->input, &request)) die("not a request");
  unsigned long number = atomic_fetch_add(&served, 1);
  unsigned count = 1 + request.quantity % 9;
  struct line **lines = malloc(count * sizeof *lines);
  if (lines == NULL) die("malloc");
  for (unsigned i = 0; i < count; i++) lines[i] = make_line(backend, request.item + i);
  int holds = has("long-lock");
  if (holds) pthread_mutex_lock(&cache.lock);
  uint64_t total = compute_price(lines, count);
  if (holds) pthread_mutex_unlock(&cache.lock);
  total = apply_discounts(total, request.customer);
  for (unsigned i = 0; i < count; i++) free(lines[i]);
  free(lines);
  if (number % settings_every == 0) {
    read_settings("prices.conf");
    if (has("extra-file")) read_settings("limits.conf");
  }
  if (number % audit_every == 0 && !has("no-audit")) send_audit(request.customer);
  if (has("extra-call")) syscall(SYS_getppid);
  write_log(&request, total);
  char reply[reply_bytes];
  size_t length = render_reply(reply, &request, total);
  if (send(connection->fd, reply, length, MSG_NOSIGNAL) != (ssize_t)length && errno != EPIPE) die("send");
}

/* What has arrived may be less than a request; a client here never sends two without waiting for the first reply. */
static void receive(struct connection *connection, int backend) {
  size_t room = sizeof connection->input - 1 - connection->filled;
  ssize_t got = recv(connection->fd, connection->input + connection->filled, room, 0);
  if (got <= 0) {
    close(connection->fd);
    free(connection);
    return;
  }
  connection->filled += (size_t)got;
  connection->input[connection->filled] = 0;
  if (strstr(connection->input, "\r\n\r\n") == NULL) return;
  serve(connection, backend);
  connection->filled = 0;
}

static void *work(void *argument) {
  int poll = *(int *)argument, backend = connect_to("127.0.0.1", backend_port);
  for (;;) {
    struct epoll_event ready[8];
    int count = epoll_wait(poll, ready, 8, -1);
    for (int i = 0; i < count; i++) receive(ready[i].data.ptr, backend);
  }
  return NULL;
}

static int listen_at(int port) {
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  inet_pton(AF_INET, "127.0.0.1", &own.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&own, sizeof own) != 0 || listen(fd, 64) != 0) die("listen");
  return fd;
}

int main(int count, char **words) {
  if (count < 5) return 2;
  signal(SIGPIPE, SIG_IGN);
  backend_port = atoi(words[2]);
  audit_port = atoi(words[3]);
  directory = words[4];
  if (count > 5) planted = words[5];
  if (has("more-memory")) bytes_of_line = line_bytes * 105 / 100;
  char path[512];
  snprintf(path, sizeof path, "%s/orders.log", directory);
  if ((log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) < 0) die(path);
  static int polls[workers];
  for (int i = 0; i < workers; i++) {
    pthread_t thread;
    polls[i] = epoll_create1(EPOLL_CLOEXEC);
    if (pthread_create(&thread, NULL, work, &polls[i]) != 0) die("thread");
  }
  int listener = listen_at(atoi(words[1])), one = 1;
  puts("{\"event\":\"listening\"}");
  fflush(stdout);
  for (unsigned next = 0;; next++) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) die("calloc");
    connection->fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection->fd < 0) die("accept");
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(polls[next % workers], EPOLL_CTL_ADD, connection->fd, &event);
  }
}
