"""Engines that hang, crash and babble: scripts/mnk.py raises, ends them, and leaves nothing behind."""
import os
import shlex
import sys
import threading
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts"))

import mnk  # noqa: E402


def command(mode):
    return [sys.executable, str(HERE / "fake_engine.py"), mode]


class Faults(unittest.TestCase):
    def setUp(self):
        self.threads = threading.active_count()

    def fails(self, error, mode, use, timeout=0.5, program=None):
        """Starts a bad engine patiently and uses it impatiently."""
        engine = mnk.Engine(program or command(mode), timeout=20)
        self.addCleanup(engine.close)
        engine.newgame(3, 3, 3)
        engine.timeout = timeout
        with self.assertRaises(error) as raised:
            use(engine)
        self.assertIsNotNone(engine.returncode, "it was ended")
        self.assertEqual(threading.active_count(), self.threads, "no thread is left")
        with self.assertRaises(mnk.EngineTerminated):
            engine.move(0, 0)
        return raised.exception

    def test_a_hanging_search(self):
        error = self.fails(mnk.EngineTimeout, "hang", lambda engine: engine.go(movetime=10))
        self.assertEqual(error.code, "timeout")
        self.fails(mnk.EngineTimeout, "hang", lambda engine: engine.go(depth=3))
        self.fails(mnk.EngineTimeout, "hang", lambda engine: list(engine.analysis()))

    def test_a_search_that_does_not_stop(self):
        self.fails(mnk.EngineTimeout, "hang", lambda engine: engine.analysis(movetime=600_000).wait())

    def test_a_timeout_for_one_call(self):
        self.fails(mnk.EngineTimeout, "hang", lambda engine: engine.go(movetime=10, timeout=0.1), timeout=600)

    def test_helpers_of_a_hanging_engine_end_with_it(self):
        # `; true` keeps the shell from becoming the engine.
        shell = ["sh", "-c", shlex.join(command("hang")) + "; true"]
        self.fails(mnk.EngineTimeout, "hang", lambda engine: engine.go(movetime=10), program=shell)

    def test_no_readiness(self):
        self.fails(mnk.EngineTimeout, "deaf", lambda engine: engine.isready())

    def test_a_long_line_to_an_engine_that_does_not_read(self):
        grid = "/".join(["." * 255] * 255) * 3
        self.fails(mnk.EngineTimeout, "deaf", lambda engine: engine.position(255, 255, 5, grid=grid))

    def test_a_crash_in_the_middle(self):
        error = self.fails(mnk.EngineTerminated, "crash", lambda engine: engine.go(movetime=10), timeout=20)
        self.assertIn("exit code 3", str(error))

    def test_a_broken_pipe(self):
        # The engine has closed its input and goes on living.
        self.fails(mnk.EngineTerminated, "hang-up", lambda engine: engine.move(0, 0), timeout=20)

    def test_garbage(self):
        for mode in ("garbage", "half"):
            error = self.fails(mnk.ProtocolError, mode, lambda engine: engine.go(movetime=10), timeout=20)
            self.assertEqual(error.code, "protocol")

    def test_an_endless_line(self):
        self.fails(mnk.ProtocolError, "endless-line", lambda engine: engine.go(movetime=10), timeout=20)

    def test_a_flood_does_not_outlive_the_limit(self):
        self.fails(mnk.EngineTimeout, "flood", lambda engine: engine.go(movetime=10))

    def test_a_flood_that_nobody_reads(self):
        engine = mnk.Engine(command("flood"), timeout=20)
        engine.newgame(3, 3, 3)
        next(engine.analysis())
        engine.kill()
        self.assertEqual(threading.active_count(), self.threads)

    def test_engines_that_do_not_start(self):
        with self.assertRaises(mnk.EngineTimeout):
            mnk.Engine(command("mute"), timeout=0.5)
        with self.assertRaises(mnk.EngineTerminated) as raised:
            mnk.Engine(command("born-dead"), timeout=20)
        self.assertIn("exit code 7", str(raised.exception))
        self.assertEqual(threading.active_count(), self.threads)

    def test_an_engine_that_does_not_go(self):
        engine = mnk.Engine(command("stubborn"), timeout=20)
        engine.timeout = 0.3
        engine.close()
        self.assertEqual(engine.returncode, -9 if os.name == "posix" else 1)


class SmallEngines(unittest.TestCase):
    def test_little_is_needed(self):
        with mnk.Engine(shlex.join(command("good")), timeout=20) as engine:
            engine.newgame(3, 3, 3)
            result = engine.go(movetime=1)
            self.assertEqual((result.move, result.score, result.pv), ((0, 0), None, ()))
            with self.assertRaises(mnk.EngineError) as raised:
                engine.status()
            self.assertEqual(raised.exception.code, "unknown-command")
            engine.move(0, 0)

    def test_who_talks_is_alive(self):
        with mnk.Engine(command("talk"), timeout=20) as engine:
            engine.newgame(3, 3, 3)
            result = engine.go(depth=12, timeout=2.5)
            self.assertEqual(result.info.depth, 12)
            self.assertEqual(result.score, mnk.Score("win", 9, "lowerbound"))
            self.assertEqual(str(result.score), "win 9 lowerbound")
            self.assertEqual(result.pv, ((0, 0), (0, 1)))

    def test_a_bound_is_told_from_an_exact_number(self):
        with mnk.Engine(command("good"), timeout=20) as engine:
            self.assertEqual(engine.solve(), mnk.Value("loss", 12, exact=False))


if __name__ == "__main__":
    unittest.main()
