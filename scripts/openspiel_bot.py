#!/usr/bin/env python3
"""tris as a bot of OpenSpiel (`pip install open_spiel`), whose referee then judges it.

    openspiel_bot.py [ENGINE [M N K [MS [GAMES]]]]

plays games of M rows and N columns against OpenSpiel's uniform random bot, with X and O in turn, and prints the score. In
OpenSpiel's game `mnk` the parameter m is the number of columns and n that of rows; a cell is the action row·columns+column.
"""
from __future__ import annotations

import sys
from typing import Any, List, Tuple

import pyspiel

import mnk


def load_game(m: int, n: int, k: int) -> Any:
    """OpenSpiel's game on m rows and n columns."""
    return pyspiel.load_game("mnk", {"m": n, "n": m, "k": k})


def size_of(game: Any) -> Tuple[int, int, int]:
    """Rows, columns and K of an OpenSpiel game."""
    if game.get_type().short_name != "mnk":
        raise ValueError(f"not a game of mnk: {game}")
    parameters = game.get_parameters()
    return parameters["n"], parameters["m"], parameters["k"]


class TrisBot(pyspiel.Bot):
    """Plays what the engine finds. Every question carries the whole game, so any state may be asked about."""

    def __init__(self, game: Any, engine: mnk.Engine, **limits: Any) -> None:
        pyspiel.Bot.__init__(self)
        self.rows, self.columns, self.k = size_of(game)
        self.engine = engine
        self.limits = limits

    def restart(self) -> None:
        """A new game begins."""
        self.engine.newgame(self.rows, self.columns, self.k)

    def restart_at(self, state: Any) -> None:
        """A game goes on from a state."""
        self.restart()
        self.tell(state)

    def tell(self, state: Any) -> Any:
        """Gives the engine a state; returns the outcome, if the game is over."""
        return self.engine.position(self.rows, self.columns, self.k, moves=[self.cell(action) for action in state.history()])

    def step(self, state: Any) -> int:
        """The action for the player to move."""
        self.tell(state)
        return self.action(self.engine.go(**self.limits).move)

    def cell(self, action: int) -> Tuple[int, int]:
        """Row and column of an action."""
        return divmod(action, self.columns)

    def action(self, cell: Tuple[int, int]) -> int:
        """The action of a row and column."""
        return cell[0] * self.columns + cell[1]


def play(game: Any, bots: List[Any]) -> Any:
    """A game of two bots under OpenSpiel's referee; returns its last state."""
    state = game.new_initial_state()
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        # Raises if the action is not legal.
        state.apply_action(bots[state.current_player()].step(state))
    return state


def main(engine: str = "tris", m: str = "3", n: str = "3", k: str = "3", ms: str = "100", games: str = "10") -> None:
    game = load_game(int(m), int(n), int(k))
    wins = draws = 0
    with mnk.Engine(engine) as tris:
        for number in range(int(games)):
            seat = number % 2
            bots = [TrisBot(game, tris, movetime=int(ms)), pyspiel.make_uniform_random_bot(1 - seat, number)]
            value = play(game, bots if seat == 0 else bots[::-1]).returns()[seat]
            wins, draws = wins + (value > 0), draws + (value == 0)
    print(f"{m} {n} {k}: {wins} wins, {draws} draws, {int(games) - wins - draws} losses")


if __name__ == "__main__":
    main(*sys.argv[1:])
