#!/usr/bin/env python3
"""A small `mnk` engine that plays the first empty cell, or misbehaves as its argument says.

It knows newgame, move, go, setoption and quit; anything else is an error, as the protocol asks for.
"""
import os
import sys
import time

mode = (sys.argv[1:] or ["good"])[0]
rows = cols = 0
taken = set()
moves_asked = 0


def say(text):
    print(text, flush=True)


def first_empty():
    return next((r, c) for r in range(rows) for c in range(cols) if (r, c) not in taken)


def go():
    """Answers `go`, well or badly; the first search of a game is always answered well."""
    global moves_asked
    moves_asked += 1
    answer = "bestmove %d %d" % first_empty()
    if moves_asked == 1:
        return say(answer)
    if mode == "occupied":
        answer = "bestmove %d %d" % min(taken)
    elif mode == "outside":
        answer = "bestmove %d %d" % (rows, cols)
    elif mode == "garbage":
        answer = "I would rather not"
    elif mode == "error":
        answer = "error internal lost my mind"
    elif mode == "crash":
        print("out of cheese", file=sys.stderr, flush=True)
        os._exit(3)
    elif mode in ("silent", "stubborn"):
        time.sleep(3600)
    elif mode == "flood":
        while True:
            say("info string " + "x" * 100)
    elif mode == "endless":
        while True:
            sys.stdout.write("x" * 4096)
    elif mode == "slow":
        time.sleep(0.12)
    say(answer)


if mode == "slowstart":
    time.sleep(0.7)
if mode == "stillborn":
    sys.exit("no weights")
for line in sys.stdin:
    words = line.split()
    if words[0] == "newgame":
        rows, cols, taken, moves_asked = int(words[1]), int(words[2]), set(), 0
        say("error unsupported only squares" if mode == "squares" and rows != cols else "ok")
    elif words[0] == "move":
        taken.add((int(words[1]), int(words[2])))
        say("ok")
    elif words[0] == "go":
        say("info depth 1 seldepth 1 multipv 1 score cp 7 nodes 10 nps 1 hashfull 0 time 0 pv 0 0")
        go()
    elif words[0] == "setoption" and words[2] == "Style":
        say("ok")
    elif words[0] == "quit":
        if mode == "stubborn":
            time.sleep(3600)
        say("ok")
        break
    else:
        say("error unknown-command " + words[0])
