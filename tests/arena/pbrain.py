#!/usr/bin/env python3
"""A small Gomocup engine: keeps its own board, checks what it is told, plays the first empty cell.

Arguments: a mode, and a file to which every line received is appended. Any disagreement about the position is
answered by ERROR, which loses the game.
"""
import sys

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
log = sys.argv[2] if len(sys.argv) > 2 else "/dev/null"
width = height = 0
stones = {}


def say(text):
    print(text, flush=True)


def lines():
    with open(log, "a") as file:
        for line in sys.stdin:
            print(line.strip(), file=file, flush=True)
            yield line.strip()


def put(x, y, owner):
    if not (0 <= x < width and 0 <= y < height) or (x, y) in stones:
        say("ERROR impossible stone")
        return False
    stones[x, y] = owner
    return True


def answer():
    say("MESSAGE depth 3-5 ev 12 n 4K")
    say("DEBUG thinking")
    x, y = next((x, y) for y in range(height) for x in range(width) if (x, y) not in stones)
    if mode == "suicide" and len(stones) > 4:
        x, y = next(iter(stones))
    if mode == "chatty" and len(stones) > 4:
        say("let me see")
    stones[x, y] = 1
    say("%d,%d" % (x, y))


if mode == "banner":
    say("welcome to the arena")
source = lines()
for line in source:
    word, _, rest = line.partition(" ")
    if word == "ABOUT":
        say('name="Fake", version="1", author="nobody", country="XX"')
    elif word == "START":
        width = height = int(rest)
        stones = {}
        say("ERROR size" if mode == "picky" and width < 15 else "OK")
    elif word == "RECTSTART":
        width, height = map(int, rest.split(","))
        stones = {}
        say("OK")
    elif word == "INFO":
        pass
    elif word == "BEGIN":
        answer()
    elif word == "TURN":
        x, y = map(int, rest.split(","))
        if put(x, y, 2):
            answer()
    elif word == "BOARD":
        stones = {}
        good = all(put(*map(int, row.split(","))) for row in iter(lambda: next(source), "DONE"))
        if good:
            answer()
    elif word == "END":
        break
    else:
        say("UNKNOWN " + word)
