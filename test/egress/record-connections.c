/*
 * Prints every attempt to reach anybody over IP in the network namespace that it runs in, until SIGTERM: one line
 * for each first packet of a TCP connection and for each UDP packet, as the kernel hands it to a device. Its last
 * line says how many packets it did not see.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static volatile sig_atomic_t ending;

static void end(int signal) {
  (void)signal;
  ending = 1;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

/* `rest`: from the header of the transport on. */
static void print(int family, const void *address, int protocol, const unsigned char *rest, long length) {
  char text[INET6_ADDRSTRLEN];
  int is_syn = protocol == IPPROTO_TCP && length >= 14 && (rest[13] & 0x12) == 0x02;
  if (length < 4 || !(is_syn || protocol == IPPROTO_UDP)) return;
  inet_ntop(family, address, text, sizeof text);
  printf("%s %s %d\n", is_syn ? "tcp" : "udp", text, rest[2] << 8 | rest[3]);
}

static void read_packet(const unsigned char *frame, long length) {
  const unsigned char *packet = frame + ETH_HLEN;
  int type = frame[12] << 8 | frame[13];
  length -= ETH_HLEN;
  if (type == ETH_P_IP && length >= 20) {
    int header = (packet[0] & 15) * 4;
    print(AF_INET, packet + 16, packet[9], packet + header, length - header);
  } else if (type == ETH_P_IPV6 && length >= 40) {
    print(AF_INET6, packet + 24, packet[6], packet + 40, length - 40);
  }
}

int main(void) {
  static unsigned char frame[1 << 16];
  int bytes = 64 << 20;
  int all = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));
  if (all < 0) fail("socket");
  if (setsockopt(all, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0) fail("SO_RCVBUFFORCE");
  signal(SIGTERM, end);
  puts("recording");
  fflush(stdout);
  for (;;) {
    struct sockaddr_ll from;
    socklen_t size = sizeof from;
    long length = recvfrom(all, frame, sizeof frame, MSG_DONTWAIT, (struct sockaddr *)&from, &size);
    if (length >= ETH_HLEN && from.sll_pkttype == PACKET_OUTGOING) read_packet(frame, length);
    if (length >= 0 || errno == EINTR) continue;
    if (errno != EAGAIN) fail("recvfrom");
    if (ending) break;
    struct pollfd wanted = {.fd = all, .events = POLLIN};
    poll(&wanted, 1, 100);
  }
  struct tpacket_stats seen;
  socklen_t size = sizeof seen;
  if (getsockopt(all, SOL_PACKET, PACKET_STATISTICS, &seen, &size) != 0) fail("PACKET_STATISTICS");
  printf("missed %u\n", seen.tp_drops);
  return 0;
}
