"""A Python target for the tests: does what each line of its input says, and answers `done`."""

import asyncio
import os
import sys
import threading
import time


def burn(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        sum(range(300))


def outer(ms):
    inner(ms)


def inner(ms):
    burn(ms)


def descend(depth, ms):
    if depth == 0:
        burn(ms)
    else:
        descend(depth - 1, ms)


def rank(value):
    burn(value)
    return -value


def order(ms):
    sorted([ms / 4] * 4, key=rank)


def nest(depth, ms):
    if depth == 0:
        burn(ms)
    else:
        sorted([0], key=lambda _: nest(depth - 1, ms))


def numbers(ms):
    for _ in range(4):
        burn(ms / 4)
        yield 1


def consume(ms):
    return sum(numbers(ms))


class Service:
    def handle(self, ms):
        def work():
            burn(ms)

        work()


async def wait(ms):
    await asyncio.sleep(0)
    burn(ms)


async def gather(ms):
    await asyncio.gather(wait(ms / 2), wait(ms / 2))


def größe(ms):
    burn(ms)


def 計算(ms):
    burn(ms)


def count(ms):
    end = time.thread_time() + ms / 1000
    while time.thread_time() < end:
        value = 0
        while value < 2000:
            value += 1


def nap(ms):
    time.sleep(ms / 1000)


ACTIONS = {
    "spin": outer,
    "descend": descend,
    "nest": nest,
    "order": order,
    "generate": consume,
    "handle": Service().handle,
    "latin": größe,
    "wide": 計算,
    "count": count,
    "nap": nap,
}


def obey(words):
    name, rest = words[0], words[1:]
    if name == "gather":
        asyncio.run(gather(float(rest[0])))
    elif name == "thread":
        thread = threading.Thread(target=obey, args=(rest,))
        thread.start()
        thread.join()
    elif name == "fork":
        child = os.fork()
        if child == 0:
            obey(rest)
            os._exit(0)
        os.waitpid(child, 0)
    else:
        ACTIONS[name](*map(int, rest))


for line in sys.stdin:
    obey(line.split())
    print("done", flush=True)
