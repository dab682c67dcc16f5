#!/usr/bin/env python3
"""Makes tests/tactics.jsonl: `make_tactics.py [SEED] > tests/tactics.jsonl`. The same seed gives the same file.

Positions come from games of two careless players. What is said about each is proven here by a solver that shares nothing
with the engine: it counts stones in windows of K cells and tries moves. Fields (besides m, n, k and moves):
  kind         full: the game tree was searched to its end. win: a win in `dist`. threats: a win by threats of K-1 alone.
               defend: the opponent threatens to win, and only `value_moves` do not lose within `no_loss_within` plies.
  value        W, D or L for the side to move; U where the end is too far away to know.
  dist         plies to the end, for `threats` from 9 plies on a lower bound.
  value_moves  full: all moves that keep the value. win: all moves that win in `dist`. threats: all that win by threats in
               the fewest plies; other winning moves may exist. defend: see above.
  no_win_within, no_loss_within   (U) the side to move has no win, or no loss, in so many plies.
"""
import json
import random
import sys

FULL = [(4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (5, 5, 5), (6, 4, 4), (6, 5, 5), (7, 4, 4), (6, 6, 5), (7, 7, 6)]
LARGE = [(6, 6, 4), (7, 6, 4), (7, 7, 4), (8, 8, 5), (9, 9, 5), (10, 10, 5), (12, 9, 5), (15, 15, 5), (19, 19, 5),
         (9, 9, 4), (5, 5, 3), (12, 12, 6), (15, 15, 6), (19, 19, 6), (13, 13, 7), (15, 11, 7)]
EMPTIES = 11  # of a position whose game tree is searched to its end
QUOTA = {"1": 1, "3": 2, "5": 3, "threats 7": 2, "threats 9": 2, "defend 3": 3, "defend 5": 2}
FULL_QUOTA = {"W": 2, "D": 2, "L": 2}


class Position:
    """Stones, and for every window how many of each side it has."""

    def __init__(self, m, n, k):
        self.m, self.n, self.k = m, n, k
        self.windows, self.through = [], [[] for _ in range(m * n)]
        for row in range(m):
            for col in range(n):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    end_row, end_col = row + down * (k - 1), col + right * (k - 1)
                    if end_row < m and 0 <= end_col < n:
                        self.add_window([(row + down * i) * n + col + right * i for i in range(k)])
        self.count = [[0] * len(self.windows) for _ in range(2)]
        # Windows of one side alone, by its number of stones.
        self.live = [[set() for _ in range(k + 1)] for _ in range(2)]
        self.stones, self.moves, self.won = [None] * (m * n), [], False

    def add_window(self, cells):
        for cell in cells:
            self.through[cell].append(len(self.windows))
        self.windows.append(cells)

    def put(self, side, cell, change):
        """Sets (+1) or takes back (-1) a stone."""
        self.stones[cell] = side if change == 1 else None
        mine, theirs, live, other = self.count[side], self.count[1 - side], self.live[side], self.live[1 - side]
        for window in self.through[cell]:
            before = mine[window]
            mine[window] = before + change
            if not theirs[window]:
                live[before].discard(window)
                live[before + change].add(window)
            elif before == 0:
                other[theirs[window]].discard(window)
            elif mine[window] == 0:
                other[theirs[window]].add(window)

    def empty(self):
        return [cell for cell, stone in enumerate(self.stones) if stone is None]

    def holes(self, side, least):
        """Empty cells of the windows that `side` alone holds with at least so many stones, those with more first."""
        found = {}
        for stones in range(self.k - 1, max(least, 0) - 1, -1):
            for window in sorted(self.live[side][stones] if stones else ()):
                for cell in self.windows[window]:
                    if self.stones[cell] is None:
                        found[cell] = True
        return list(found) if least > 0 else list(found) + [cell for cell in self.empty() if cell not in found]

    def completions(self, side):
        return self.holes(side, self.k - 1) if self.live[side][self.k - 1] else []


def wins(position, side, plies, threats=False):
    """Whether `side`, to move, wins in at most so many plies, whatever the other does; with `threats`, by moves that threaten to
    win at the next move alone."""
    if position.completions(side):
        return True
    if plies < 3 or (plies > 3 and wins(position, side, plies - 2, threats)):
        return plies >= 3
    return any(wins_with(position, side, cell, plies, threats) for cell in attacks(position, side, plies, threats))


def attacks(position, side, plies, threats):
    """The moves that could win in so many plies where nothing wins sooner: the forced one, or those that bring the winning line closer.
    A line that is complete after (plies + 1) / 2 stones of one's own has all others now."""
    forced = position.completions(1 - side)
    if forced:
        return forced if len(forced) == 1 else []
    return position.holes(side, position.k - (2 if threats else (plies + 1) // 2))


def wins_with(position, side, cell, plies, threats):
    """Whether the move wins in so many plies, this one counted."""
    position.put(side, cell, 1)
    result = refutes_all(position, side, plies, threats)
    position.put(side, cell, -1)
    return result


def refutes_all(position, side, plies, threats):
    """Whether every answer to the move just made loses in time."""
    if position.completions(1 - side):
        return False
    mine = position.completions(side)
    if mine and (len(mine) > 1 or plies < 5):
        return len(mine) > 1
    if plies < 5 or (threats and not mine):
        return False
    if not mine and not wins(position, side, plies - 2):
        return False  # A stone more for the opponent cannot help.
    for answer in mine or ordered_answers(position, side):
        position.put(1 - side, answer, 1)
        lost = wins(position, side, plies - 2, threats)
        position.put(1 - side, answer, -1)
        if not lost:
            return False
    return True


def ordered_answers(position, side):
    return position.holes(side, 0)


def value(position, side, empties, memo):
    """The exact value for `side`, to move: (1 or 0 or -1, plies to the end or 0)."""
    key = tuple(position.stones)
    if key not in memo:
        memo[key] = best_of(move_values(position, side, empties, memo).values()) if empties else (0, 0)
    return memo[key]


def move_values(position, side, empties, memo):
    """The exact value of every move."""
    found, complete = {}, set(position.completions(side))
    for cell in position.empty():
        if cell in complete:
            found[cell] = (1, 1)
            continue
        position.put(side, cell, 1)
        reply, plies = value(position, 1 - side, empties - 1, memo)
        position.put(side, cell, -1)
        found[cell] = (-reply, plies + 1 if reply else 0)
    return found


def best_of(values):
    """The winner hurries, the loser delays."""
    return max(values, key=lambda value: (value[0], -value[0] * value[1]))


def careless_move(position, side, dice):
    """Completes or blocks most of the time, and else builds lines at random; None on a full board."""
    if position.completions(side):
        return dice.choice(position.completions(side))
    if position.completions(1 - side) and dice.random() < 0.9:
        return dice.choice(position.completions(1 - side))
    if not position.moves:
        return (position.m // 2) * position.n + position.n // 2
    near = [cell for cell in position.empty() if any(
        position.count[0][window] + position.count[1][window] for window in position.through[cell])]
    cells = near or position.empty()

    def weight(cell):
        return sum((3 if own == side else 2) ** position.count[own][window] for window in position.through[cell]
                   for own in (0, 1) if not position.count[1 - own][window]) ** 2 + 1
    return dice.choices(cells, [weight(cell) for cell in cells])[0] if cells else None


def classify(position, side):
    """What can be proven about a position on a large board: kind for the quota and the fields, or None."""
    k = position.k
    if len(position.empty()) < 12:
        return None
    if position.completions(side):
        return "1", dict(kind="win", value="W", dist=1, value_moves=position.completions(side))
    for plies in (3, 5):
        if wins(position, side, plies):
            cells = [cell for cell in attacks(position, side, plies, False) if wins_with(position, side, cell, plies, False)]
            return str(plies), dict(kind="win", value="W", dist=plies, value_moves=cells)
    for plies in (7, 9):
        if wins(position, side, plies, True):
            cells = [cell for cell in attacks(position, side, plies, True) if wins_with(position, side, cell, plies, True)]
            return f"threats {plies}", dict(kind="threats", value="W", dist=7, value_moves=cells)
    for plies in (3, 5):
        if wins(position, 1 - side, plies) and not position.completions(1 - side):
            return defence(position, side, plies)
    return None


def defence(position, side, plies):
    """The moves after which the opponent has no win in so many plies, if they are few but not none."""
    good = []
    for cell in position.empty():
        position.put(side, cell, 1)
        if not wins(position, 1 - side, plies):
            good.append(cell)
        position.put(side, cell, -1)
        if len(good) > 8:
            return None
    if not good:
        return None
    return f"defend {plies}", dict(
        kind="defend", value="U", value_moves=good, no_win_within=5, no_loss_within=plies + 1)


def classify_full(position, side):
    empties = len(position.empty())
    if not 4 <= empties <= EMPTIES:
        return None
    values = move_values(position, side, empties, {})
    best, plies = best_of(values.values())
    cells = [cell for cell, value in values.items() if value[0] == best]
    if best >= 0 and len(cells) == len(values):
        return None  # Any move will do.
    name = {1: "W", 0: "D", -1: "L"}[best]
    return name, dict(kind="full", value=name, dist=plies or None, value_moves=cells)


def write(position, fields):
    point = lambda cell: [cell // position.n, cell % position.n]
    fields = dict(fields, value_moves=sorted(map(point, fields["value_moves"])))
    line = dict(m=position.m, n=position.n, k=position.k, moves=[point(cell) for cell in position.moves], **fields)
    print(json.dumps(line, separators=(",", ":")), flush=True)


def fill(dims, quota, judge, dice, games):
    """Plays games on a board until it has its positions, at most one of a kind from each."""
    missing = dict(quota)
    for _ in range(games):
        position, side, seen = Position(*dims), 0, set()
        while any(missing.values()):
            found = judge(position, side) if len(position.moves) > 3 else None
            if found and missing[found[0]] and found[0] not in seen:
                missing[found[0]] -= 1
                seen.add(found[0])
                write(position, found[1])
            cell = careless_move(position, side, dice)
            if cell is None or cell in position.completions(side):
                break
            position.put(side, cell, 1)
            position.moves.append(cell)
            side = 1 - side
    print(*dims, "missing", missing, file=sys.stderr)


def main():
    seed = sys.argv[1] if len(sys.argv) > 1 else "1"
    for dims in FULL:
        fill(dims, FULL_QUOTA, classify_full, random.Random(f"{seed} {dims}"), 60)
    for dims in LARGE:
        fill(dims, QUOTA, classify, random.Random(f"{seed} {dims} large"), 12)


if __name__ == "__main__":
    main()
