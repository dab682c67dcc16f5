"""Tests of scripts/mnk.py with the real engine: `TRIS=target/release/tris python3 tests/python/test_mnk.py`."""
import gc
import os
import random
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import mnk  # noqa: E402

TRIS = os.environ.get("TRIS", "tris")


class WithEngine(unittest.TestCase):
    def setUp(self):
        self.engine = mnk.Engine([TRIS])
        self.addCleanup(self.engine.close)

    def refused(self, code):
        return _Refusal(self, code)


class _Refusal:
    """Expects an `error` answer with a code."""

    def __init__(self, test, code):
        self.test, self.code = test, code

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        self.test.assertIs(kind, mnk.EngineError)
        self.test.assertEqual(error.code, self.code)
        return True


class Games(WithEngine):
    def test_a_game_is_played(self):
        self.engine.newgame(3, 3, 3)
        self.assertIsNone(self.engine.move(1, 1))
        result = self.engine.go(movetime=500)
        self.assertIn(result.move, self.engine.legal())
        self.assertEqual(result.pv[0], result.move)
        self.assertEqual(result.score, mnk.Score("draw"))
        self.assertTrue(result.score.proven)
        self.assertEqual(result.info.stop, "proven")
        self.assertGreater(result.info.nodes, 0)

    def test_the_engine_against_itself_draws(self):
        self.engine.newgame(3, 3, 3)
        outcome = None
        while outcome is None:
            outcome = self.engine.move(*self.engine.go(depth=9).move)
        self.assertEqual(outcome, mnk.Outcome(None))
        self.assertEqual(str(outcome), "draw")
        self.assertEqual(self.engine.legal(), [])

    def test_an_error_has_its_code_and_changes_nothing(self):
        with self.refused("no-game"):
            self.engine.move(0, 0)
        self.engine.newgame(3, 3, 3)
        self.engine.move(1, 1)
        with self.refused("occupied"):
            self.engine.move(1, 1)
        with self.refused("off-board"):
            self.engine.position(3, 3, 3, moves=[(0, 0), (-1, 0)])
        with self.refused("out-of-range"):
            self.engine.go(depth=0)
        with self.refused("unknown-command"):
            self.engine.ask("dance")
        self.assertEqual(self.engine.history(), [(1, 1)])

    def test_positions_and_what_is_told_of_them(self):
        self.assertIsNone(self.engine.position(3, 3, 3, grid="X.O/.X./...", turn="O", moves=[(2, 2), (2, 1)]))
        status = self.engine.status()
        self.assertEqual((status.size, status.ply, status.turn, status.outcome), ((3, 3, 3), 5, "O", None))
        self.engine.undo(2)
        with self.refused("no-history"):
            self.engine.undo()
        self.assertEqual(self.engine.position(2, 3, 2, grid=["XX.", "O.."]), mnk.Outcome("X"))
        status = self.engine.status()
        self.assertEqual((status.turn, status.outcome, status.line), (None, mnk.Outcome("X"), ((0, 0), (0, 1))))
        self.assertEqual(self.engine.board().split(), "0 1 2 0 X X . 1 O . .".split())

    def test_numbers(self):
        self.engine.newgame(3, 3, 3)
        self.assertEqual(self.engine.perft(4), 9 * 8 * 7 * 6)
        self.assertIsInstance(self.engine.eval(), int)

    def test_rows_come_first(self):
        self.engine.newgame(2, 5, 5)
        self.engine.move(1, 4)
        with self.refused("off-board"):
            self.engine.move(4, 1)

    def test_random_games_end_as_a_naive_referee_says(self):
        draw = random.Random(6)
        for _ in range(60):
            m, n, k = draw.randint(1, 6), draw.randint(1, 6), draw.randint(1, 5)
            stones, outcome = {}, None
            self.engine.newgame(m, n, k)
            while outcome is None:
                free = [(r, c) for r in range(m) for c in range(n) if (r, c) not in stones]
                self.assertEqual(self.engine.legal(), free)
                cell = draw.choice(free)
                stones[cell] = "XO"[len(stones) % 2]
                outcome = self.engine.move(*cell)
                self.assertEqual(outcome, naive_outcome(stones, cell, m * n, k))


def naive_outcome(stones, last, cells, k):
    def run(dr, dc):
        r, c = last
        length = 0
        while stones.get((r + dr, c + dc)) == stones[last]:
            r, c, length = r + dr, c + dc, length + 1
        return length

    if any(1 + run(dr, dc) + run(-dr, -dc) >= k for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))):
        return mnk.Outcome(stones[last])
    return mnk.Outcome(None) if len(stones) == cells else None


class Searches(WithEngine):
    def test_limits(self):
        self.engine.newgame(9, 9, 5)
        self.assertEqual(self.engine.go(depth=3).info.stop, "depth")
        self.assertEqual(self.engine.go(nodes=2000).info.stop, "nodes")
        result = self.engine.go(xtime=300, otime=300, xinc=5, oinc=5, movestogo=9)
        self.assertIn(result.move, self.engine.legal())
        result = self.engine.go(depth=2, multipv=2, searchmoves=[(0, 0), (3, 3), (3, 2)])
        self.assertEqual([line.multipv for line in result.lines], [1, 2])
        self.assertEqual(result.lines[0], result.info)
        self.assertIn(result.move, [(0, 0), (3, 3), (3, 2)])

    def test_wrong_limits_are_not_sent(self):
        self.engine.newgame(3, 3, 3)
        with self.assertRaises(TypeError):
            self.engine.go(movtime=100)
        with self.assertRaises(ValueError):
            self.engine.go(infinite=True)
        self.assertEqual(self.engine.status().ply, 0)

    def test_the_solver(self):
        self.engine.newgame(4, 4, 3)
        value = self.engine.solve()
        self.assertEqual((value.kind, value.plies, value.exact), ("win", 5, True))
        self.engine.move(*value.move)
        self.assertEqual(self.engine.solve().kind, "loss")
        self.engine.newgame(3, 3, 3)
        self.assertEqual(self.engine.solve().kind, "draw")
        self.engine.newgame(15, 15, 5)
        self.assertEqual(self.engine.solve(nodes=1000).kind, "unknown")

    def test_options(self):
        self.assertEqual(self.engine.options()["Algorithm"].var[0], "tris")
        self.engine.setoption("Hash", 16)
        option = self.engine.options()["Hash"]
        self.assertEqual((option.type, option.value, option.default, option.min), ("spin", "16", "64", 1))
        self.engine.setoption("ClearHash")
        self.assertIsNone(self.engine.options()["ClearHash"].value)
        with self.refused("bad-value"):
            self.engine.setoption("Hash", 0)
        with self.refused("unknown-option"):
            self.engine.setoption("Colour", "red")
        self.assertEqual(self.engine.id["name"], "tris")
        with mnk.Engine([TRIS], options={"Skill": 3}) as weak:
            self.assertEqual(weak.options()["Skill"].value, "3")

    def test_an_analysis_is_left_when_enough_is_seen(self):
        self.engine.newgame(15, 15, 5)
        with self.engine.analysis(multipv=2) as analysis:
            for info in analysis:
                if (info.depth or 0) >= 2 and info.multipv == 2:
                    break
            with self.assertRaises(RuntimeError):
                self.engine.move(0, 0)
            self.engine.isready()
        self.assertEqual(analysis.result.info.stop, "user")
        self.assertEqual(analysis.result.pv[0], analysis.result.move)
        self.assertEqual(len(analysis.result.lines), 2)
        self.assertEqual(list(analysis), [])
        self.engine.move(*analysis.result.move)

    def test_an_analysis_with_a_limit_ends_by_itself(self):
        self.engine.newgame(15, 15, 5)
        analysis = self.engine.analysis(depth=3)
        depths = [info.depth for info in analysis]
        self.assertEqual(max(depths), 3)
        self.assertEqual(analysis.result.info.stop, "depth")
        analysis.stop()
        self.engine.move(7, 7)

    def test_an_analysis_without_a_game(self):
        with self.refused("no-game"):
            list(self.engine.analysis())
        self.engine.newgame(3, 3, 3)

    def test_a_search_is_stopped_from_another_thread(self):
        self.engine.newgame(15, 15, 5)
        self.engine.stop()
        for search in (self.engine.go, self.engine.solve):
            timer = threading.Timer(0.2, self.engine.stop)
            timer.start()
            search(movetime=600_000)
            timer.join()
        self.engine.move(7, 7)


class Lives(unittest.TestCase):
    def test_the_end_is_clean(self):
        threads, files = threading.active_count(), open_files()
        for _ in range(5):
            with mnk.Engine([TRIS]) as engine:
                engine.newgame(3, 3, 3)
            self.assertEqual(engine.returncode, 0)
            engine.close()
        self.assertEqual((threading.active_count(), open_files()), (threads, files))
        with self.assertRaises(mnk.EngineTerminated) as raised:
            engine.newgame(3, 3, 3)
        self.assertEqual(raised.exception.code, "terminated")

    def test_an_exception_inside_ends_a_running_analysis(self):
        with self.assertRaises(ZeroDivisionError):
            with mnk.Engine([TRIS]) as engine:
                engine.newgame(15, 15, 5)
                for _ in engine.analysis():
                    raise ZeroDivisionError
        self.assertEqual(engine.returncode, 0)

    def test_an_interrupt_ends_the_engine(self):
        engine = mnk.Engine([TRIS])
        engine.newgame(15, 15, 5)
        original, engine._channel.lines.get = engine._channel.lines.get, interrupt
        with self.assertRaises(KeyboardInterrupt):
            engine.go(movetime=600_000)
        engine._channel.lines.get = original
        self.assertIsNotNone(engine.returncode)
        with self.assertRaises(mnk.EngineTerminated):
            engine.status()

    def test_a_forgotten_engine_ends(self):
        engine = mnk.Engine([TRIS])
        process = engine._channel.process
        del engine
        gc.collect()
        self.assertIsNotNone(process.returncode)

    def test_a_killed_engine_is_noticed(self):
        with mnk.Engine([TRIS]) as engine:
            engine.newgame(3, 3, 3)
            os.kill(engine.pid, 9)
            with self.assertRaises(mnk.EngineTerminated):
                for _ in range(3):
                    engine.move(1, 1)

    def test_commands_that_would_not_be_answered_are_not_sent(self):
        with mnk.Engine([TRIS]) as engine:
            for command in ("", "  ", "# comment", "move 1 1 # here", "newgame 3 3 3\nquit", "a\tb"):
                with self.assertRaises(ValueError):
                    engine.ask(command)
            engine.newgame(3, 3, 3)

    def test_a_program_that_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            mnk.Engine("/nowhere/tris")


def interrupt(**_):
    raise KeyboardInterrupt


def open_files():
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


class Transcripts(unittest.TestCase):
    def test_a_recorded_session_passes_the_check(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "session.mnkt"
            with mnk.Engine([TRIS], transcript=path) as engine:
                engine.newgame(15, 15, 5)
                engine.move(7, 7)
                with self.assertRaises(mnk.EngineError):
                    engine.move(7, 7)
                engine.go(movetime=50)
                with engine.analysis() as analysis:
                    next(analysis)
                    engine.isready()
                engine.solve(nodes=1000)
                engine.ask("bench 1")
                engine.position(255, 255, 5, grid="/".join(["." * 255] * 255))
                engine.legal()
                engine.newgame(4, 4, 3)
                engine.solve()
            text = path.read_text()
            self.assertIn("move 7 7                #= error occupied **\n", text)
            for line in ("stop ", "isready ", "quit "):
                self.assertEqual(text.count("\n" + line), 1, text[:2000])
            checked = subprocess.run([TRIS, "check", str(path)], stdout=subprocess.PIPE, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout)

    def test_what_was_not_answered_is_marked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "session.mnkt"
            engine = mnk.Engine([TRIS], transcript=path)
            engine.newgame(15, 15, 5)
            next(engine.analysis())
            engine.kill()
            self.assertTrue(path.read_text().endswith("go infinite             # no answer\n"))


if __name__ == "__main__":
    unittest.main()
