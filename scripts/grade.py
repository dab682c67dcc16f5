#!/usr/bin/env python3
"""Plays tris against itself on a board and prints the result: `grade.py [ENGINE [M N K [MS]]]`."""
import subprocess
import sys

engine, size, ms = (sys.argv[1:2] or ["tris"])[0], sys.argv[2:5] or ["3", "3", "3"], (sys.argv[5:6] or ["100"])[0]
with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tris:
    def ask(command):
        print(command, file=tris.stdin, flush=True)
        return next(line.split() for line in tris.stdout if not line.startswith("info"))

    answer = ask("newgame " + " ".join(size))
    while answer == ["ok"]:
        answer = ask("move " + " ".join(ask(f"go movetime {ms}")[1:]))
    print(*answer)
    ask("quit")
