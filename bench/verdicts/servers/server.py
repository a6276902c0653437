"""The price service of server.c in Python, on its own HTTP server.

usage: server.py PORT BACKEND_PORT AUDIT_PORT DIRECTORY
"""

import json
import os
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PORT, BACKEND_PORT, AUDIT_PORT = (int(word) for word in sys.argv[1:4])
DIRECTORY = sys.argv[4]
ROUNDS = 1500
DISCOUNT_RULES = 1200
CACHE_SLOTS = 1024
SETTINGS_EVERY = 64
AUDIT_EVERY = 32
LINE_BYTES = 2000

cache = {}
lock = threading.Lock()
backend_lock = threading.Lock()
backend = socket.create_connection(("127.0.0.1", BACKEND_PORT)).makefile("rw")
orders = open(os.path.join(DIRECTORY, "orders.log"), "a", buffering=1)
served = 0


def ask_backend(item):
    with backend_lock:
        backend.write(f"{item}\n")
        backend.flush()
        return int(backend.readline())


def find_price(item):
    with lock:
        known = cache.get(item)
    if known is not None:
        return known
    price = ask_backend(item)
    with lock:
        if len(cache) >= CACHE_SLOTS:
            cache.pop(next(iter(cache)))
        cache[item] = price
    return price


def compute_price(lines):
    total = 0
    for price, _ in lines:
        state = price | 1
        for _ in range(ROUNDS):
            state = (state * 69069 + 1) & 0xFFFFFFFF
        total += state % 100000
    return total


def apply_discounts(total, customer):
    state = customer + 1
    for _ in range(DISCOUNT_RULES):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        if state >> 28 == 7:
            total -= total >> 12
    return total


def make_line(item):
    return find_price(item), chr(97 + item % 26) * LINE_BYTES


def send_audit(customer):
    with socket.create_connection(("127.0.0.2", AUDIT_PORT)) as peer:
        peer.sendall(f"{customer}\n".encode())
        peer.recv(32)


def read_settings():
    with open(os.path.join(DIRECTORY, "prices.conf")) as settings:
        return settings.read()


class Prices(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body in one segment: two of them would wait for an acknowledgement between them.
    wbufsize = -1

    def do_GET(self):
        global served
        query = parse_qs(urlsplit(self.path).query)
        item, quantity, customer = (int(query[name][0]) for name in ("item", "quantity", "customer"))
        number, served = served, served + 1
        lines = [make_line(item + index) for index in range(1 + quantity % 9)]
        total = apply_discounts(compute_price(lines), customer)
        if number % SETTINGS_EVERY == 0:
            read_settings()
        if number % AUDIT_EVERY == 0:
            send_audit(customer)
        orders.write(f"item={item} quantity={quantity} customer={customer} total={total}\n")
        body = json.dumps({"item": item, "quantity": quantity, "total": total / 100}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Prices)
print('{"event":"listening"}', flush=True)
server.serve_forever()
