#!/usr/bin/env python3
"""Runs an engine over a file of positions and counts what it gets wrong.

    suite.py FILE [ENGINE] [--movetime MS | --nodes N] [--filter KEY=VALUE]... [--jobs J] [--limit N] [--verbose]

FILE has one JSON object a line with `m`, `n`, `k`, `moves` ([row, column], from the empty board) and one of
  value         W, D or L for the side to move (U: unknown, see make_tactics.py), with `value_moves` (all moves that keep it) and `dist` (plies to the
                end; absent or null where unknown).
                Counted: moves that give the value away, and false claims: `score win/loss/draw` that contradicts
                the value, or a win or loss in fewer plies than there are.
  type quiet    with `best` (and `best1m`), the choice of a strong engine. Counted: how often the engine agrees.
  type ...      anything else with `best` or `first` and `mate`: won. Counted: known first moves, and wins claimed.
ENGINE is a command that speaks the `mnk` protocol (default `tris`). `--filter k=5` keeps the positions whose field is
5, `--filter k=4,5` those where it is 4 or 5, and `--filter 'empties<=20'` compares numbers. `--jobs` runs several
engines at once: with `--movetime` no more than there are free cores. Every position starts with `newgame`.
The exit code is 1 if there was a false claim or an answer that is no legal move.
"""
import argparse
import collections
import json
import operator
import queue
import re
import shlex
import subprocess
import sys
import threading

COMPARISONS = {"<=": operator.le, ">=": operator.ge, "=": None, "<": operator.lt, ">": operator.gt}


class Engine:
    """One engine process."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """The terminal line of the answer and the last scored `info` line before it."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        scored = None
        for line in self.process.stdout:
            words = line.split()
            if words and words[0] != "info":
                return words, scored
            # With several lines only the first is about the move played.
            if "score" in words and ("multipv" not in words or words[words.index("multipv") + 1] == "1"):
                scored = words
        raise EOFError(f"the engine ended after `{command}`")

    def think(self, position, limit):
        """The engine's move, the kind of its score, its plies, and the nodes."""
        size = " ".join(str(position[key]) for key in "mnk")
        moves = " ".join(f"{row} {column}" for row, column in position["moves"])
        for command in (f"newgame {size}", f"position {size} moves {moves}" if moves else "ready"):
            answer, _ = self.ask(command)
            if answer[0] == "error":
                raise ValueError(f"`{command}`: {' '.join(answer)}")
        answer, scored = self.ask(f"go {limit}")
        move = [int(word) for word in answer[1:3]] if answer[0] == "bestmove" else None
        kind, plies, nodes = None, None, 0
        if scored:
            at = scored.index("score")
            kind = scored[at + 1]
            plies = int(scored[at + 2]) if kind in ("win", "loss") else None
            nodes = int(scored[scored.index("nodes") + 1]) if "nodes" in scored else 0
        return move, kind, plies, nodes

    def quit(self):
        try:
            self.process.communicate("quit\n", timeout=5)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            self.process.kill()


def judge(position, move, kind, plies):
    """What to count for an answer: names of counters. Those with `!` are errors of the engine."""
    if move is None or move in position["moves"] or not (
            0 <= move[0] < position["m"] and 0 <= move[1] < position["n"]):
        return ["!no legal move"]
    if "value" in position:
        return judge_exact(position, move, kind, plies)
    known = [position[key] for key in ("best", "best1m", "first") if position.get(key)]
    if position.get("type") == "quiet":
        return ["agrees"] if move in known else []
    found = ["known first move"] if move in known else []
    if kind == "win":
        found.append("win claimed")
    elif kind in ("loss", "draw"):
        found.append("!false claim")
    return found


def judge_exact(position, move, kind, plies):
    value, distance = position["value"], position.get("dist")
    found = []
    if "value_moves" in position and move not in position["value_moves"]:
        # Only of fully searched positions and defences are all good moves known.
        longer = kind == "win" and position.get("kind") in ("win", "threats")
        found.append("other win claimed" if longer else "value given away")
    elif distance and move in position.get("dist_moves", []):
        found.append("distance kept")
    if kind in ("win", "loss", "draw"):
        true = value in (kind[0].upper(), "U")
        if value == "U" and plies is not None:
            true = plies > position.get(f"no_{kind}_within", 0)
        if true and plies is not None and distance:
            true = plies >= distance
        found.append("proven" if true else "!false claim")
    return found


def keeper(condition):
    """The test of a `--filter`."""
    match = re.fullmatch(r"(\w+)(<=|>=|<|>|=)(.*)", condition)
    if not match:
        raise SystemExit(f"bad filter: {condition}")
    key, sign, wanted = match.groups()
    if sign == "=":
        return lambda position: str(position.get(key)) in wanted.split(",")
    return lambda position: position.get(key) is not None and COMPARISONS[sign](position[key], float(wanted))


def group(position):
    """The row of the report that a position belongs to."""
    board = f"{position['m']} {position['n']} {position['k']}"
    return f"{board}  {position['type']}" if "type" in position else board


def work(command, limit, waiting, done):
    """One engine's share of the positions."""
    engine = Engine(command)
    while True:
        try:
            position = waiting.get_nowait()
        except queue.Empty:
            break
        try:
            done.put((position, *engine.think(position, limit)))
        except (EOFError, OSError, ValueError) as error:
            print(f"{group(position)}: {error}", file=sys.stderr)
            done.put((position, None, None, None, 0))
            engine.quit()
            engine = Engine(command)
    engine.quit()


def run(options):
    with open(options.file, encoding="utf-8") as lines:
        positions = [json.loads(line) for line in lines if line.strip()]
    for test in map(keeper, options.filter):
        positions = [position for position in positions if test(position)]
    positions = positions[:options.limit]
    limit = f"nodes {options.nodes}" if options.nodes else f"movetime {options.movetime}"
    waiting, done = queue.Queue(), queue.Queue()
    for position in positions:
        waiting.put(position)
    for _ in range(options.jobs):
        threading.Thread(target=work, args=(options.engine, limit, waiting, done), daemon=True).start()
    tables = collections.defaultdict(collections.Counter)
    for number in range(len(positions)):
        position, move, kind, plies, nodes = done.get()
        found = judge(position, move, kind, plies)
        if options.verbose and any(name.startswith("!") or name == "value given away" for name in found):
            print(f"{', '.join(found)}: played {move}, score {kind} {plies}: {json.dumps(position)}", file=sys.stderr)
        for name in (group(position), "total"):
            tables[name].update(["positions", *found])
            tables[name]["knodes"] += nodes / 1000
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{len(positions)}", end="", file=sys.stderr)
    report(tables)
    return int(any(name.startswith("!") for name in tables["total"]))


def report(tables):
    total = tables.pop("total", collections.Counter())
    columns = ["positions"] + sorted(name for name in total if name not in ("positions", "knodes")) + ["knodes"]
    width = max([len(name) for name in tables] + [8])
    print(" " * width, *columns, sep="  ")
    for name, table in [*tables.items(), ("total", total)]:
        print(f"{name:{width}}", *(f"{table[column]:{len(column)}.0f}" for column in columns), sep="  ")
    # Not every counter applies to every kind of position, so shares are those of a row.
    for name, table in [*tables.items(), ("total", total)] if len(tables) < 4 else [("total", total)]:
        shares = [f"{column} {100 * table[column] / table['positions']:.1f} %" for column in columns[1:-1] if table[column]]
        print(f"share, {name}:", ", ".join(shares) or "nothing")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("engine", nargs="?", default="tris")
    parser.add_argument("--movetime", type=int, default=500)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--verbose", action="store_true")
    sys.exit(run(parser.parse_args()))


if __name__ == "__main__":
    main()
