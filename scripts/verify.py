#!/usr/bin/env python3
"""Checks a certificate of `tris solve`, written from docs/certificates.md alone.

Usage: verify.py FILE...        Prints `proof ok M N K value …` for each and exits 0, or says what fails and exits 1.
Meant for small boards: it is slow, and it knows nothing but Python's standard library.
"""
import sys
from fractions import Fraction

PAIRING, POTENTIAL, MOVES, REPLY, LINE, SAME, PLAY, GROUPS = range(8)


class Bad(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Bad(reason)


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def line(self):
        end = self.data.find(b"\n", self.at)
        need(end >= 0, "the file ends too soon")
        text, self.at = self.data[self.at:end].decode("ascii", "replace"), end + 1
        return text

    def number(self):
        value = 0
        for shift in range(0, 63, 7):
            need(self.at < len(self.data), "the file ends too soon")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise Bad("a number is too long")


class Position:
    def __init__(self, line):
        words = line.split(" ")
        need(len(words) == 8 and words[0] == "position" and words[4] == "grid" and words[6] == "turn", "bad position")
        need(all(w.isdigit() and int(w) > 0 for w in words[1:4]) and words[7] in ("X", "O"), "bad position")
        self.m, self.n, self.k = map(int, words[1:4])
        rows = words[5].split("/")
        need(len(rows) == self.m and all(len(r) == self.n and set(r) <= set("XO.") for r in rows), "bad grid")
        grid, self.turn = "".join(rows), words[7]
        self.cells = self.m * self.n
        self.stones = {p: frozenset(i for i, c in enumerate(grid) if c == p) for p in "XO"}
        need(abs(len(self.stones["X"]) - len(self.stones["O"])) <= 1, "impossible numbers of stones")
        self.lines = []
        for r in range(self.m):
            for c in range(self.n):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    er, ec = r + dr * (self.k - 1), c + dc * (self.k - 1)
                    if er < self.m and 0 <= ec < self.n:
                        self.lines.append(frozenset((r + dr * i) * self.n + c + dc * i for i in range(self.k)))
        need(not any(line <= s for s in self.stones.values() for line in self.lines), "the game is over")
        need(len(self.stones["X"]) + len(self.stones["O"]) < self.cells, "the game is over")

    def symmetry(self, number):
        need(number < (8 if self.m == self.n else 4), "no such symmetry")
        image = []
        for cell in range(self.cells):
            r, c = divmod(cell, self.n)
            if number & 1:
                c = self.n - 1 - c
            if number & 2:
                r = self.m - 1 - r
            if number & 4:
                r, c = c, r
            image.append(r * self.n + c)
        return image

    def edges(self, own, other, reach=None):
        """What is left of the lines without a stone of `other`."""
        left = {line - own for line in self.lines if not line & other}
        return {e for e in left if reach is None or len(e) <= reach}


def fewer(plies):
    return None if plies is None else max(plies - 1, 0)


def reach(plies, attacker_moves):
    return None if plies is None else (plies + attacker_moves) // 2


class Cannot:
    """Nodes return (zone, pure)."""

    def __init__(self, position, reader):
        self.p, self.r, self.done = position, reader, []
        self.board = frozenset(range(position.cells))

    def node(self, att, dfn, attacker_moves, plies):
        tag = self.r.number()
        edges = self.p.edges(att, dfn, reach(plies, attacker_moves))
        if tag == PAIRING:
            zone, pure = self.pairing(att | dfn, edges), True
        elif tag == POTENTIAL:
            zone, pure = self.potential(edges, attacker_moves), True
        elif tag == MOVES and attacker_moves:
            zone, pure = self.moves(att, dfn, plies)
        elif tag == REPLY and not attacker_moves:
            cell = self.empty(att | dfn)
            zone, pure = self.node(att, dfn | {cell}, True, fewer(plies))
            zone |= {cell}
        elif tag == LINE and not attacker_moves:
            cell = self.empty(att | dfn)
            need(frozenset([cell]) in self.p.edges(dfn, att), "no line of the defender")
            zone, pure = self.board, False
        elif tag == SAME and attacker_moves:
            zone, pure = self.same(att, dfn, edges, plies)
        else:
            raise Bad("no such node here")
        return (zone, pure) if pure and plies is None else (self.board, pure)

    def empty(self, stones):
        cell = self.r.number()
        need(cell < self.p.cells and cell not in stones, "not an empty cell")
        return cell

    def pairing(self, stones, edges):
        pairs = [frozenset((self.empty(stones), self.empty(stones))) for _ in range(self.r.number())]
        zone = frozenset().union(*pairs)
        need(len(zone) == 2 * len(pairs), "the pairs share a cell")
        need(all(any(p <= e for p in pairs) for e in edges), "a live line contains no pair")
        return zone

    def potential(self, edges, attacker_moves):
        edges = [e for e in edges if not any(o < e for o in edges)]
        weigh = lambda some: sum((Fraction(1, 2 ** min(len(e), 40)) for e in some), Fraction(0))
        zone = frozenset().union(*edges)
        most = max((weigh(e for e in edges if c in e) for c in zone), default=0)
        need(weigh(edges) + (most if attacker_moves else 0) < 1, "the potential is too large")
        return zone

    def moves(self, att, dfn, plies):
        zone, pure, listed, open_cells = frozenset(), True, set(), self.board
        while True:
            cell = self.r.number() - 1
            if cell < 0:
                break
            need(cell < self.p.cells and cell not in att | dfn | listed, "a move is not to an empty cell")
            listed.add(cell)
            need(not any(line <= att | {cell} for line in self.p.lines), "the attacker wins at once")
            z, p = self.node(att | {cell}, dfn, False, fewer(plies))
            zone, pure = zone | z, pure and p
            if p:
                open_cells &= z
        wins = {c for e in self.p.edges(att, dfn, 1) for c in e}
        threats = {c for e in self.p.edges(dfn, att, 1) for c in e}
        busy = {c for e in self.p.edges(att, dfn) | self.p.edges(dfn, att) for c in e}
        for cell in self.board - att - dfn - listed:
            need(cell not in wins, "the attacker wins at once")
            if cell not in open_cells or (listed and cell not in busy):
                continue
            need(threats - {cell}, "a move of the attacker is not answered")
            pure = False
        zone = zone if pure else self.board
        self.done.append((att, dfn, zone, pure, plies))
        return zone, pure

    def same(self, att, dfn, edges, plies):
        index, turn = self.r.number(), self.p.symmetry(self.r.number())
        need(index < len(self.done), "no such earlier node")
        att2, dfn2, zone, pure, plies2 = self.done[index]
        att2, dfn2, zone = (frozenset(turn[c] for c in s) for s in (att2, dfn2, zone))
        need(plies2 is None or (plies is not None and plies <= plies2), "the earlier node shows it for fewer plies")
        there = self.p.edges(att2, dfn2, reach(plies2, True))
        need(all(any(s <= e for s in there) for e in edges), "the attacker has more here than there")
        here = self.p.edges(dfn, att)
        need(pure or all(any(s <= e for s in here) for e in self.p.edges(dfn2, att2)), "the defender has less here")
        return zone, pure


class Wins:
    def __init__(self, position, reader):
        self.p, self.r = position, reader

    def play(self):
        need(self.r.number() == PLAY, "no such node here")
        return self.r.number(), self.groups()

    def groups(self):
        need(self.r.number() == GROUPS, "no such node here")
        answers = {}
        for _ in range(self.r.number()):
            cells = [self.r.number() for _ in range(self.r.number())]
            node = self.play()
            for cell in cells:
                need(cell not in answers, "a move is listed twice")
                answers[cell] = node
        return answers

    def check_play(self, att, dfn, node):
        cell, answers = node
        need(cell < self.p.cells and cell not in att | dfn, "not an empty cell")
        att = att | {cell}
        if any(line <= att for line in self.p.lines):
            need(not answers, "the game goes on after its end")
            return 1
        return 1 + self.check_groups(att, dfn, answers)

    def check_groups(self, att, dfn, answers):
        empty = frozenset(range(self.p.cells)) - att - dfn
        need(empty and set(answers) <= empty, "a move is not to an empty cell, or there is none")
        wins = {c for e in self.p.edges(att, dfn, 1) for c in e}
        need(not self.p.edges(dfn, att, 1), "the defender wins")
        longest = 0
        for cell in empty:
            if cell in answers:
                longest = max(longest, 1 + self.check_play(att, dfn | {cell}, answers[cell]))
            else:
                need(wins - {cell}, "a move of the defender is not answered")
                longest = max(longest, 2)
        return longest


def verify(data):
    reader = Reader(data)
    need(reader.line() == "tris-proof 1", "not a certificate")
    p = Position(reader.line())
    cannot, within, wins = set(), {"X": 0, "O": 0}, {}
    while (words := reader.line().split(" ")) != ["end"]:
        need(len(words) in (2, 4) and words[1] in ("X", "O"), "bad claim")
        who, other = words[1], "O" if words[1] == "X" else "X"
        att, dfn = p.stones[who], p.stones[other]
        if words[0] == "wins" and len(words) == 2:
            tree = Wins(p, reader)
            plies = (tree.check_play(att, dfn, tree.play()) if p.turn == who
                     else tree.check_groups(att, dfn, tree.groups()))
            wins[who] = min(plies, wins.get(who, plies))
            continue
        need(words[0] == "cannot", "bad claim")
        need(len(words) == 2 or words[2] == "within" and words[3].isdigit(), "bad claim")
        plies = int(words[3]) if len(words) == 4 else None
        Cannot(p, reader).node(att, dfn, p.turn == who, plies)
        if plies is None:
            cannot.add(who)
        else:
            within[who] = max(within[who], plies)
    need(reader.at == len(data), "something follows the end")
    own, other = p.turn, "O" if p.turn == "X" else "X"
    if not p.stones["X"] and not p.stones["O"]:
        cannot.add(other)
    need(len(wins) < 2, "both sides win")
    for who, plies in wins.items():
        exact = "" if within[who] + 2 >= plies else "atmost "
        return p, f"{'win' if who == own else 'loss'} {exact}{plies}"
    need(cannot == {"X", "O"}, "the claims do not settle the value")
    return p, "draw"


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if len(sys.argv) > 1 else 2
    sys.setrecursionlimit(10000)
    failed = False
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:
                p, value = verify(file.read())
            print(f"proof ok {p.m} {p.n} {p.k} value {value}")
        except (Bad, OSError, RecursionError) as error:
            print(f"{name}: proof failed: {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
