"""Functions that call each other for ever. Says first where its code objects and their names are: the numbers that a
sample of the interpreter brings, innermost first, each line those of one function."""

import json
import sys


def spin(rounds):
    total = 0
    for number in range(rounds):
        total = (total * 31 + number) % 1000003
    return total


class Till:
    def descend(self, depth):
        return self.descend(depth - 1) + 1 if depth else spin(300)

    def balance(self):
        return sum(entry["spent"] for entry in self.entries())

    def entries(self):
        for number in range(20):
            yield json.loads(json.dumps({"spent": number, "länge": "長さ" * number}))


def serve(till):
    return till.descend(8) + till.balance() + max(range(50), key=lambda number: spin(number))


def main():
    with open(sys.argv[1], "w") as said:
        for function in (spin, Till.descend, Till.entries, Till.balance, serve, main):
            code = function.__code__
            said.write(f"{id(code)} {id(getattr(code, 'co_qualname', code.co_name))}\n")
    while True:
        serve(Till())


main()
