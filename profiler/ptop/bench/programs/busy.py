"""Busy until it is ended: numbers, text, dictionaries and a file now and then."""

import json
import os


def collatz(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def tally(text):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return json.dumps(sorted(counts.items()))


def turn(start):
    steps = [collatz(start + number) for number in range(1, 400)]
    text = tally(" ".join(str(step % 97) for step in steps))
    with open(os.devnull, "w", encoding="ascii") as sink:
        sink.write(text)


def main():
    print('{"event":"busy"}', flush=True)
    start = 1
    while True:
        turn(start)
        start = start % 100000 + 400


main()
