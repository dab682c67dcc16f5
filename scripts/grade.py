#!/usr/bin/env python3
"""Plays tris against itself on a board and prints the result: `grade.py [ENGINE [M N K [MS]]]`."""
import sys

import mnk

engine, size, ms = (sys.argv[1:2] or ["tris"])[0], sys.argv[2:5] or [3, 3, 3], (sys.argv[5:6] or [100])[0]
with mnk.Engine([engine]) as tris:
    tris.newgame(*size)
    outcome = None
    while outcome is None:
        outcome = tris.move(*tris.go(movetime=ms).move)
    print(outcome)
