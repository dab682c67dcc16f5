"""Tests of scripts/openspiel_bot.py under OpenSpiel's referee, wherever `open_spiel` is installed."""
import os
import random
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import mnk  # noqa: E402

try:
    import pyspiel

    import openspiel_bot
except ImportError:
    pyspiel = None

TRIS = os.environ.get("TRIS", "tris")
#: Both orientations, and boards on which every direction and the draw are met.
BOARDS = [(4, 7, 4), (7, 4, 4), (4, 7, 3), (7, 4, 3), (3, 3, 3), (1, 6, 2), (6, 1, 2), (5, 4, 4), (2, 2, 3)]


@unittest.skipIf(pyspiel is None, "open_spiel is not installed")
class UnderTheReferee(unittest.TestCase):
    def setUp(self):
        self.engine = mnk.Engine([TRIS])
        self.addCleanup(self.engine.close)

    def bot(self, *size, **limits):
        game = openspiel_bot.load_game(*size)
        return game, openspiel_bot.TrisBot(game, self.engine, **limits)

    def test_the_sides_are_not_swapped(self):
        for m, n, k in [(4, 7, 4), (7, 4, 4)]:
            game, bot = self.bot(m, n, k)
            self.assertEqual(openspiel_bot.size_of(game), (m, n, k))
            self.assertEqual(game.observation_tensor_shape()[1:], [m, n])
            state = game.new_initial_state()
            state.apply_action(bot.action((m - 1, 0)))
            self.assertEqual(str(state).split("\n")[m - 1], "x" + "." * (n - 1))

    def test_both_agree_about_random_games(self):
        draw = random.Random(6)
        for size in BOARDS:
            game, bot = self.bot(*size)
            for _ in range(15):
                state = game.new_initial_state()
                outcome = bot.tell(state)
                while not state.is_terminal():
                    self.assertIsNone(outcome, f"{size} {state.history()}")
                    self.assertEqual([bot.action(cell) for cell in self.engine.legal()], state.legal_actions())
                    state.apply_action(draw.choice(state.legal_actions()))
                    outcome = bot.tell(state)
                self.assertEqual(outcome, outcome_of(state), f"{size} {state.history()}")

    def test_the_bot_never_loses_to_chance(self):
        for size in BOARDS:
            game, bot = self.bot(*size, depth=4)
            # Whoever has the first move cannot lose at this game; the second player can, even against chance.
            for seed in range(4):
                state = openspiel_bot.play(game, [bot, pyspiel.make_uniform_random_bot(1, seed)])
                self.assertGreaterEqual(state.returns()[0], 0, f"{size} {state.history()}")
                self.assertEqual(bot.tell(state), outcome_of(state))
            state = openspiel_bot.play(game, [pyspiel.make_uniform_random_bot(0, 1), bot])
            self.assertEqual(bot.tell(state), outcome_of(state))

    def test_a_game_is_taken_over(self):
        game, bot = self.bot(4, 7, 4, depth=3)
        state = game.new_initial_state()
        for cell in [(0, 6), (3, 0), (1, 6), (3, 1), (2, 6), (3, 2)]:
            state.apply_action(bot.action(cell))
        bot.restart_at(state)
        self.assertEqual(bot.cell(bot.step(state)), (3, 6))

    def test_other_games_are_refused(self):
        with self.assertRaises(ValueError):
            openspiel_bot.TrisBot(pyspiel.load_game("tic_tac_toe"), self.engine)


def outcome_of(state):
    value = state.returns()[0]
    return mnk.Outcome({1.0: "X", -1.0: "O", 0.0: None}[value])


if __name__ == "__main__":
    unittest.main()
