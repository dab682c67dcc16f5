#!/usr/bin/env python3
"""A small `mnk` engine that misbehaves as its argument says. It knows newgame, move, go and quit."""
import os
import sys
import time

mode = sys.argv[1]


def say(text):
    print(text, flush=True)


def sleep_for_ever():
    while True:
        time.sleep(60)


def go():
    if mode == "hang":
        sleep_for_ever()
    elif mode == "crash":
        sys.exit(3)
    elif mode == "garbage":
        say("\x00 I would rather not")
    elif mode == "half":
        say("bestmove 1")
    elif mode == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif mode == "flood":
        while True:
            say("info depth 1 multipv 1 score cp 0 pv 0 0")
    elif mode == "talk":
        # Longer in all than the client's patience with silence.
        for depth in range(1, 13):
            say(f"info depth {depth} strange 7 score win 9 lowerbound pv 0 0 0 1")
            time.sleep(0.25)
        say("bestmove 0 0")
    else:
        say("bestmove 0 0")


if mode == "mute":
    sleep_for_ever()
if mode == "born-dead":
    sys.exit(7)
for line in sys.stdin:
    command = line.split()[0]
    if command == "quit" and mode == "stubborn":
        sleep_for_ever()
    elif command == "quit":
        say("ok")
        break
    elif command == "go":
        go()
    elif command == "newgame" and mode == "deaf":
        say("ok")
        sleep_for_ever()
    elif command == "newgame" and mode == "hang-up":
        os.close(0)
        say("ok")
        sleep_for_ever()
    elif command == "solve":
        say("ok value loss atmost 12")
    elif command in ("newgame", "move"):
        say("ok")
    else:
        say("error unknown-command what is that")
