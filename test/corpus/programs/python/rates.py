"""Rates of a bank: /items?item=N asks for the rates of three currencies at once, unless they are fresh."""

import http.client
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from service import app, options, second, start

FRESH_SEC = 0.2
known = {}
known_lock = threading.Lock()
connections = threading.local()
askers = ThreadPoolExecutor(max_workers=12)


def ask_bank(currency):
    if not hasattr(connections, "bank"):
        connections.bank = http.client.HTTPConnection(options.upstream)
    connections.bank.request("GET", f"/rates/{currency}")
    return connections.bank.getresponse().read().decode().strip()


def rate_of(currency):
    now = time.monotonic()
    if second:
        with known_lock:
            taken, rate = known.get(currency, (0.0, ""))
            if now - taken > FRESH_SEC:
                rate = ask_bank(currency)
                known[currency] = (now, rate)
            return rate
    with known_lock:
        taken, rate = known.get(currency, (0.0, ""))
    if now - taken > FRESH_SEC:
        rate = ask_bank(currency)
        with known_lock:
            known[currency] = (now, rate)
    return rate


@app.route("/items")
def show_rates(query):
    first = int(query["item"])
    return {"first": first, "rates": list(askers.map(rate_of, range(first, first + 3)))}


start()
