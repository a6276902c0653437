"""A Python program that is always busy: it parses, sorts, hashes and compresses, and allocates while it does."""
import hashlib
import json
import zlib


def make_orders(seed):
    return [{"id": (index * 7919 + seed) % 1009, "label": f"order {index}"} for index in range(400)]


def rank_orders(orders):
    return sorted(json.loads(json.dumps(orders)), key=lambda one: (one["id"], one["label"]))


def digest_orders(orders):
    return hashlib.sha256(zlib.compress(json.dumps(orders).encode())).hexdigest()


def serve():
    seed = 1
    while True:
        digest_orders(rank_orders(make_orders(seed)))
        seed = (seed + 1) % 1_000_003


serve()
