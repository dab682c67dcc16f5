#!/usr/bin/env python3
"""Solves boards, checks their certificates and writes the table docs/solved.md, with docs/solved-notes.md below it.

Usage: solved_table.py [--tris PATH] [--time S] [--threads N] [--hash MIB] [--folder DIR] [--again] [MxNxK ...]

Without boards: all up to 6x6 for every K, and K = 4 and K = 5 up to 8x8. Results are kept in docs/solved.csv, one line a
board; boards found there are not solved again unless --again is given, so that a long run is added by naming its board. With
--folder the certificates stay there, and journals too, so that a solve that was killed goes on; its row then has the
nodes and the time of its last run alone, and "resumed" after the time.
"""
import argparse
import contextlib
import csv
import os
import subprocess
import sys
import tempfile

FIELDS = ["board", "value", "nodes", "ms", "threads", "proof_bytes", "verified", "verify_ms"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
CSV, TABLE, NOTES = (os.path.join(ROOT, "docs", name) for name in ("solved.csv", "solved.md", "solved-notes.md"))
# Hsu, Ko, Chen, Wei, Hsueh, Wu: On solving the 7,7,5-game and the 8,8,5-game, TCS 815 (2020).
PUBLISHED_MS = {"7x7x5": 2_500, "8x8x5": 17.4 * 3_600_000}


def default_boards():
    boards = [(m, n, k) for m in range(1, 7) for n in range(1, m + 1) for k in range(1, 7)]
    boards += [(m, n, k) for k in (4, 5) for m in (7, 8) for n in range(k, m + 1)]
    return ["x".join(map(str, board)) for board in boards]


def solve(board, args):
    with contextlib.nullcontext(args.folder) if args.folder else tempfile.TemporaryDirectory() as folder:
        proof, journal = (os.path.join(folder, f"{board}.{kind}") for kind in ("proof", "journal"))
        resumed = " resumed" if os.path.exists(journal) else ""
        command = [args.tris, "solve", *board.split("x"), "--time", str(args.time), "--threads", str(args.threads),
                   "--hash", str(args.hash), "--proof", proof, *(["--resume", journal] if args.folder else [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
        words = done.stdout.split()
        value, nodes, ms = " ".join(words[4:words.index("nodes")]), words[-3], words[-1]
        row = dict(board=board, value=value, nodes=nodes, ms=ms + resumed, threads=args.threads, proof_bytes="", verified="",
                   verify_ms="")
        if os.path.exists(proof):
            row["proof_bytes"] = os.path.getsize(proof)
            before = os.times().elapsed
            checked = subprocess.run([args.tris, "verify", proof], stdout=subprocess.PIPE, text=True, check=False)
            row["verify_ms"] = round(1000 * (os.times().elapsed - before))
            right = checked.stdout.startswith(f"proof ok {board.replace('x', ' ')} value {value} stones 0 ")
            row["verified"] = "yes" if checked.returncode == 0 and right else "NO"
        return row


def load():
    if not os.path.exists(CSV):
        return {}
    with open(CSV, newline="") as file:
        return {row["board"]: row for row in csv.DictReader(file)}


def key(board):
    m, n, k = map(int, board.split("x"))
    return k, m, n


def save(rows):
    ordered = sorted(rows.values(), key=lambda row: key(row["board"]))
    with open(CSV, "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(ordered)
    with open(TABLE, "w") as file:
        file.write("# Solved boards\n\nMade by `scripts/solved_table.py` from real runs; do not edit. The value is that of "
                   "the empty board for the first player, with the exact number of plies to the last stone; boards are "
                   "turned so that M ≥ N. \"Verified\" means that the certificate was written and that `tris verify` "
                   "accepted it and worked out the same value. Published times, where there are any: 7×7×5 2.5 s, "
                   "8×8×5 17.4 hours (Hsu et al., Theoretical Computer Science 815, 2020).\n\n"
                   "| M N K | value | nodes | time, ms | threads | published ÷ ours | certificate, bytes | verified | "
                   "checking, ms |\n|---|---|---:|---:|---:|---:|---:|---|---:|\n")
        for row in ordered:
            published = PUBLISHED_MS.get(row["board"])
            fresh = row["ms"].isdigit() and row["value"] != "unknown"
            ratio = f"{published / max(int(row['ms']), 1):.0f}" if published and fresh else ""
            file.write(f"| {row['board'].replace('x', ' ')} | {row['value']} | {row['nodes']} | {row['ms']} | "
                       f"{row['threads']} | {ratio} | {row['proof_bytes']} | {row['verified']} | {row['verify_ms']} |\n")
        if os.path.exists(NOTES):
            with open(NOTES) as notes:
                file.write("\n" + notes.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tris", default=os.path.join(ROOT, "target", "release", "tris"))
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=1024)
    parser.add_argument("--folder", help="where to keep certificates and journals")
    parser.add_argument("--again", action="store_true", help="solve boards that are in the table already")
    parser.add_argument("boards", nargs="*")
    args = parser.parse_args()
    rows = load()
    for board in args.boards or default_boards():
        if board not in rows or args.again:
            row = solve(board, args)
            print(*row.values(), file=sys.stderr)
            # Read again: another run may have added its rows meanwhile.
            rows = {**load(), board: row}
            save(rows)
    save(rows)


if __name__ == "__main__":
    main()
