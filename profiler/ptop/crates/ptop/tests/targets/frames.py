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


def obey(words):
    match words:
        case ["spin", ms]:
            outer(float(ms))
        case ["descend", depth, ms]:
            descend(int(depth), float(ms))
        case ["nest", depth, ms]:
            nest(int(depth), float(ms))
        case ["order", ms]:
            order(float(ms))
        case ["generate", ms]:
            consume(float(ms))
        case ["handle", ms]:
            Service().handle(float(ms))
        case ["gather", ms]:
            asyncio.run(gather(float(ms)))
        case ["latin", ms]:
            größe(float(ms))
        case ["wide", ms]:
            計算(float(ms))
        case ["count", ms]:
            count(float(ms))
        case ["nap", ms]:
            nap(float(ms))
        case ["thread", *rest]:
            thread = threading.Thread(target=obey, args=(rest,))
            thread.start()
            thread.join()
        case ["fork", *rest]:
            child = os.fork()
            if child == 0:
                obey(rest)
                os._exit(0)
            os.waitpid(child, 0)


for line in sys.stdin:
    obey(line.split())
    print("done", flush=True)
