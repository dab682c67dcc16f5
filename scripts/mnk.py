"""A client for engines that speak the mnk protocol (see protocol.md), in one file and with the standard library only.

    import mnk

    with mnk.Engine("tris") as engine:
        engine.newgame(15, 15, 5)
        engine.move(7, 7)
        result = engine.go(movetime=500)
        print(result.move, result.score, result.pv)
        engine.move(*result.move)

Rows and columns count from 0. Limits of a search are in milliseconds, as in the protocol; timeouts of this client are in
seconds. What the engine refuses raises `EngineError` with the protocol's `code`, and has changed nothing. An engine that
dies, hangs or talks nonsense raises one of its subclasses, and is ended: nothing waits for ever, and no process is left.
"""
from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from dataclasses import dataclass, field
from typing import IO, Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

#: No line of an engine is longer than this, not even a principal variation over the largest board.
MAX_LINE = 1 << 20
#: Lines that may wait to be read; a flood beyond that makes the engine wait, not the memory grow.
MAX_WAITING = 10_000
#: A pipe takes so much at once, even if nobody reads it.
PIPE_BUFFER = 4096


class EngineError(Exception):
    """The engine answered `error CODE TEXT`; or a subclass: it gave no proper answer at all."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(f"{code}: {text}" if text else code)
        self.code = code
        self.text = text


class EngineTerminated(EngineError):
    """The engine has ended, code `terminated`."""


class EngineTimeout(EngineError):
    """The engine did not answer in time and was killed, code `timeout`."""


class ProtocolError(EngineError):
    """The engine answered what the protocol does not allow and was killed, code `protocol`."""


class Move(NamedTuple):
    """A cell, row first, both from 0."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.row} {self.col}"


@dataclass(frozen=True)
class Score:
    """A value for the side to move: an estimate (`cp`), or proven (`win`, `loss`, `draw`)."""

    kind: str
    #: Centi-points of an estimate, or plies to the last stone; None for a draw.
    number: Optional[int] = None
    #: `lowerbound`, `upperbound` or None.
    bound: Optional[str] = None

    @property
    def proven(self) -> bool:
        """Whether this is a proof and no estimate."""
        return self.kind != "cp"

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, self.number, self.bound) if part is not None)


@dataclass(frozen=True)
class Info:
    """An `info` line; what it does not say is None, and fields that are not known here are passed over."""

    line: str
    depth: Optional[int] = None
    seldepth: Optional[int] = None
    multipv: Optional[int] = None
    score: Optional[Score] = None
    nodes: Optional[int] = None
    nps: Optional[int] = None
    hashfull: Optional[int] = None
    time: Optional[int] = None
    #: Why the search ended; on its last line only.
    stop: Optional[str] = None
    pv: Tuple[Move, ...] = ()
    string: Optional[str] = None


@dataclass(frozen=True)
class Result:
    """The answer to `go`."""

    move: Move
    #: The last line of rank 1 that has a score.
    info: Info
    #: The last line of each rank, best first.
    lines: Tuple[Info, ...] = ()

    @property
    def score(self) -> Optional[Score]:
        """The value of the move for the side to move."""
        return self.info.score

    @property
    def pv(self) -> Tuple[Move, ...]:
        """The expected line of play."""
        return self.info.pv


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    #: `X`, `O`, or None for a draw.
    winner: Optional[str]

    def __str__(self) -> str:
        return f"win {self.winner}" if self.winner else "draw"


@dataclass(frozen=True)
class Status:
    """The answer to `status`."""

    size: Tuple[int, int, int]
    #: Stones on the board.
    ply: int
    #: The side to move, or None when the game is over.
    turn: Optional[str] = None
    outcome: Optional[Outcome] = None
    #: The winner's run.
    line: Tuple[Move, ...] = ()


@dataclass(frozen=True)
class Value:
    """The answer to `solve`, for the side to move."""

    #: `win`, `loss`, `draw` or `unknown`.
    kind: str
    plies: Optional[int] = None
    #: Whether `plies` is exact, and not only an upper bound.
    exact: bool = True
    move: Optional[Move] = None


@dataclass(frozen=True)
class Option:
    """An option of the engine, its values as text; a button has no value."""

    name: str
    type: str
    default: Optional[str] = None
    min: Optional[int] = None
    max: Optional[int] = None
    var: Tuple[str, ...] = ()
    value: Optional[str] = None


class Answer(NamedTuple):
    """A raw answer: the terminal line, and the `info` lines before it."""

    line: str
    infos: List[str]


class Engine:
    """A running engine. Use it in a `with` statement, or call `close` at the end.

    command     program and arguments; a string is split as a shell would
    timeout     seconds within which a command must be answered. A search with a limit of time gets them on top of it; any
                other search may be silent for so long (the protocol asks for a line each second)
    options     set at once, by name
    transcript  a file to record to, which `tris check` accepts
    """

    def __init__(self, command: Union[str, Sequence[str]] = "tris", *, timeout: float = 10.0,
                 options: Optional[Dict[str, Any]] = None, transcript: Union[str, os.PathLike[str], None] = None) -> None:
        self.timeout = timeout
        #: What the engine says of itself: `name`, `version`, `protocol`.
        self.id: Dict[str, str] = {}
        self._analysis: Optional[Analysis] = None
        self._channel = _Channel(shlex.split(command) if isinstance(command, str) else list(command), transcript)
        # Ends the process also when the engine is forgotten, or the interpreter leaves.
        self._finalizer = weakref.finalize(self, self._channel.kill)
        try:
            self._greet()
            for name, value in (options or {}).items():
                self.setoption(name, value)
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The process

    @property
    def pid(self) -> int:
        """The process id."""
        return self._channel.process.pid

    @property
    def returncode(self) -> Optional[int]:
        """The exit code, or None while the engine runs."""
        return self._channel.process.poll()

    def close(self) -> None:
        """Ends the engine politely; kills it if it does not go. Does nothing the second time."""
        try:
            if self.returncode is None:
                if self._analysis:
                    self._analysis.wait()
                self.ask("quit")
                self._channel.process.wait(self.timeout)
        except (EngineError, subprocess.TimeoutExpired):
            pass
        finally:
            self.kill()

    def kill(self) -> None:
        """Ends the engine at once, with everything that it has started."""
        self._finalizer()

    def ask(self, command: str, *, timeout: Optional[float] = None) -> Answer:
        """Sends a command line and returns its raw answer. An `error` answer raises `EngineError`."""
        self._must_be_idle()
        return self._exchange(command, self._patience(timeout))

    def isready(self, *, timeout: Optional[float] = None) -> None:
        """Returns when the engine has answered; may be used during an analysis, and from another thread."""
        self._channel.ready(self._patience(timeout).seconds)

    # The game

    def newgame(self, m: int, n: int, k: int) -> None:
        """Begins a game on m rows and n columns in which k in a row win."""
        self.ask(f"newgame {int(m)} {int(n)} {int(k)}")

    def position(self, m: int, n: int, k: int, *, grid: Union[str, Iterable[str], None] = None,
                 turn: Optional[str] = None, moves: Iterable[Tuple[int, int]] = ()) -> Optional[Outcome]:
        """Sets up a position from rows of `X`, `O` and `.` (or one string with `/` between them) and moves."""
        command = f"position {int(m)} {int(n)} {int(k)}"
        if grid is not None:
            command += " grid " + (grid if isinstance(grid, str) else "/".join(grid))
        if turn is not None:
            command += f" turn {turn}"
        cells = _cells(moves)
        return self._played(command + (f" moves {cells}" if cells else ""))

    def move(self, row: int, col: int) -> Optional[Outcome]:
        """Plays for the side to move. Returns how the game ended, or None if it goes on."""
        return self._played(f"move {int(row)} {int(col)}")

    def undo(self, n: int = 1) -> None:
        """Takes back the last n moves."""
        self.ask(f"undo {int(n)}")

    def status(self) -> Status:
        """Whose turn it is, or how the game ended."""
        words = self._words("status", "ok state")
        fields = _fields(words, "turn", "ply", "size", "line")
        outcome = _outcome(words[1:3]) if words[0] == "over" else None
        try:
            m, n, k = (int(word) for word in fields["size"])
            return Status((m, n, k), int(fields["ply"][0]), _first(fields, "turn"), outcome,
                          _moves(fields.get("line", [])))
        except (KeyError, ValueError, IndexError):
            raise self._nonsense("ok state " + " ".join(words)) from None

    def legal(self) -> List[Move]:
        """The empty cells, row by row; none after the end of the game."""
        return list(_moves(self._words("legal", "ok legal")))

    def history(self) -> List[Move]:
        """The moves since the grid of `position` or the empty board."""
        return list(_moves(self._words("history", "ok history")))

    def board(self) -> str:
        """The board for people, in several lines."""
        lines = self.ask("board").infos
        return "\n".join(line[len("info board "):] for line in lines if line.startswith("info board "))

    def eval(self) -> int:
        """The static value for the side to move, without a search."""
        return self._number(self._words("eval", "ok eval cp"), 0)

    # Searching

    def go(self, *, timeout: Optional[float] = None, **limits: Any) -> Result:
        """Searches for a move and does not play it.

        Limits: movetime, depth, nodes, xtime, otime, xinc, oinc, movestogo, multipv (numbers) and searchmoves (cells).
        Without any, the engine's `DefaultMovetime`. For a search without end see `analysis`.
        """
        if limits.get("infinite"):
            raise ValueError("go would not return: use analysis() and stop it")
        return self._search(timeout, limits)._finish()

    def analysis(self, *, timeout: Optional[float] = None, **limits: Any) -> Analysis:
        """Starts a search, endless unless a limit ends it, and returns an iterator of its `Info` lines.

            with engine.analysis(multipv=3) as analysis:
                for info in analysis:
                    print(info.depth, info.score, info.pv)
                    if (info.depth or 0) >= 8:
                        break
            print(analysis.result.move)
        """
        endless = not set(limits) - {"multipv", "searchmoves"}
        return self._search(timeout, {**limits, "infinite": True} if endless else limits)

    def stop(self) -> None:
        """Ends a running search soon, which then answers with what it has; without one does nothing.

        May be called from another thread while `go` or `solve` waits.
        """
        self._channel.stop()

    def solve(self, *, timeout: Optional[float] = None, **limits: Any) -> Value:
        """Tries to prove the value of the position. Limits as for `go`; without any, the engine's `DefaultSolvetime`."""
        self._must_be_idle()
        words, milliseconds = _limit_words(limits)
        line = self._exchange("solve" + words, self._patience(timeout, milliseconds), stoppable=True).line
        answer = line.split()
        kind = answer[2] if answer[:2] == ["ok", "value"] and len(answer) > 2 else ""
        fields = _fields(answer[3:], "atmost", "move")
        try:
            if kind not in ("win", "loss", "draw", "unknown"):
                raise ValueError(kind)
            exact = "atmost" not in fields
            plies = int(answer[3] if exact else fields["atmost"][0]) if kind in ("win", "loss") else None
            return Value(kind, plies, exact, next(iter(_moves(fields.get("move", []))), None))
        except (ValueError, IndexError):
            raise self._nonsense(line) from None

    def perft(self, depth: int) -> int:
        """The number of move paths of that length."""
        self._must_be_idle()
        answer = self._exchange(f"perft {int(depth)}", self._patience(None), stoppable=True)
        return self._number(answer.line.split(), 4)

    # Options

    def setoption(self, name: str, value: Any = None) -> None:
        """Sets an option, or presses a button."""
        text = str(value).lower() if isinstance(value, bool) else value
        self.ask(f"setoption name {name}" + ("" if value is None else f" value {text}"))

    def options(self) -> Dict[str, Option]:
        """The options by name, with their current values."""
        options = (_option(line) for line in self.ask("options").infos if line.startswith("info option "))
        return {option.name: option for option in options}

    # Behind the scenes

    def _greet(self) -> None:
        try:
            infos = self.ask("mnk").infos
        except EngineError as error:
            # A small engine need not know the command.
            if type(error) is not EngineError:
                raise
            return
        for words in (line.split(" ", 3) for line in infos):
            if words[1:2] == ["id"] and len(words) == 4:
                self.id[words[2]] = words[3]

    def _search(self, timeout: Optional[float], limits: Dict[str, Any]) -> Analysis:
        self._must_be_idle()
        words, milliseconds = _limit_words(limits)
        self._analysis = Analysis(self, "go" + words, self._patience(timeout, milliseconds))
        return self._analysis

    def _patience(self, timeout: Optional[float], milliseconds: Optional[int] = None) -> _Patience:
        return _Patience(self.timeout if timeout is None else timeout, milliseconds)

    def _must_be_idle(self) -> None:
        if self._analysis:
            raise RuntimeError("an analysis is running: stop it first")

    def _exchange(self, command: str, patience: _Patience, stoppable: bool = False) -> Answer:
        infos: List[str] = []
        with self._channel.guard():
            self._channel.send(command, patience, stoppable)
            line = self._channel.receive(patience, infos.append)
        return Answer(self._checked(line), infos)

    def _checked(self, line: str) -> str:
        words = line.split(" ", 2)
        if words[0] == "error" and len(words) > 1:
            raise EngineError(words[1], words[2] if len(words) > 2 else "")
        if words[0] not in ("ok", "bestmove", "mnkok"):
            raise self._nonsense(line)
        return line

    def _nonsense(self, line: str) -> ProtocolError:
        self.kill()
        return ProtocolError("protocol", f"unexpected answer `{line[:200]}`")

    def _words(self, command: str, start: str) -> List[str]:
        line = self.ask(command).line
        if not (line + " ").startswith(start + " "):
            raise self._nonsense(line)
        return line[len(start):].split()

    def _number(self, words: List[str], index: int) -> int:
        try:
            return int(words[index])
        except (ValueError, IndexError):
            raise self._nonsense(" ".join(words)) from None

    def _played(self, command: str) -> Optional[Outcome]:
        line = self.ask(command).line
        words = line.split()
        outcome = _outcome(words[2:]) if words[:2] == ["ok", "over"] else None
        if words != ["ok"] and outcome is None:
            raise self._nonsense(line)
        return outcome


class Analysis:
    """A running search: iterate over its `Info` lines. Leaving a `with` block stops it; then `result` has its answer."""

    def __init__(self, engine: Engine, command: str, patience: _Patience) -> None:
        self._engine = engine
        self._patience = patience
        self._ranks: Dict[int, Info] = {}
        self._result: Optional[Result] = None
        with engine._channel.guard():
            engine._channel.send(command, patience, stoppable=True)

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        if self._engine.returncode is None:
            self.wait()

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        """Waits for the next line; the iteration ends with the search."""
        if self._engine._analysis is not self:
            raise StopIteration
        channel = self._engine._channel
        try:
            with channel.guard():
                line = channel.line(self._patience)
                if _is_info(line):
                    return self._note(_info(line))
                channel.answered(line, self._patience)
        except BaseException:
            self._engine._analysis = None
            raise
        self._engine._analysis = None
        self._conclude(self._engine._checked(line))
        raise StopIteration

    @property
    def result(self) -> Result:
        """The answer of the search; waits for it."""
        return self._finish()

    def stop(self) -> None:
        """Ends the search soon; lines that it has printed can still be read."""
        if self._engine._analysis is self:
            self._engine.stop()
            # From now on the time that the search was given does not matter.
            self._patience.milliseconds = None
            self._patience.begin()

    def wait(self) -> Result:
        """Stops the search and returns its answer."""
        self.stop()
        return self._finish()

    def _finish(self) -> Result:
        for _ in self:
            pass
        if self._result is None:
            raise EngineError("no-result", "the search has failed")
        return self._result

    def _note(self, info: Info) -> Info:
        if info.score is not None:
            self._ranks[info.multipv or 1] = info
        return info

    def _conclude(self, line: str) -> None:
        words = line.split()
        moves = _moves(words[1:])
        if words[0] != "bestmove" or len(words) != 3 or len(moves) != 1:
            raise self._engine._nonsense(line)
        best = self._ranks.get(1, Info(line))
        self._result = Result(moves[0], best, tuple(self._ranks[rank] for rank in sorted(self._ranks)))


@dataclass
class _Patience:
    """How long to wait: so many seconds for each line, or, if the search has a limit of time, that much more for all."""

    seconds: float
    milliseconds: Optional[int] = None
    #: Set when the command is sent.
    deadline: float = field(default=0.0, init=False)

    def begin(self) -> None:
        self.deadline = time.monotonic() + self.seconds + (self.milliseconds or 0) / 1000

    def renew(self) -> None:
        if self.milliseconds is None:
            self.begin()


class _Channel:
    """The process with its pipes: lines out, lines in, each wait with an end."""

    def __init__(self, command: List[str], transcript: Union[str, os.PathLike[str], None]) -> None:
        self.transcript = _Transcript(transcript)
        try:
            # A session of its own: Ctrl-C is for the program that uses the engine, and helpers of the engine end with it.
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            start_new_session=os.name == "posix")
        except BaseException:
            self.transcript.close()
            raise
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin: IO[bytes] = self.process.stdin
        self.stdout: IO[bytes] = self.process.stdout
        self.lines: queue.Queue[_Line] = queue.Queue(MAX_WAITING)
        self.readies: queue.Queue[bool] = queue.Queue()
        self.lock = threading.Lock()
        self.searching = False
        #: Stops that were sent during the running search; each is answered after it.
        self.stops = 0
        #: Why the engine was ended, if it was.
        self.over: Optional[str] = None
        self.reader = threading.Thread(target=_read, args=(self.stdout, self.lines, self.readies), daemon=True)
        self.reader.start()

    def guard(self) -> _Guard:
        return _Guard(self)

    def send(self, command: str, patience: _Patience, stoppable: bool) -> None:
        """Writes a command that one terminal line will answer."""
        words = command.split()
        if not words or any(word.startswith("#") for word in words) or not command.isprintable():
            raise ValueError(f"not a command: {command!r}")
        patience.begin()
        with self.lock:
            self.searching = stoppable
            self.write(command, patience.seconds)

    def write(self, command: str, seconds: float) -> None:
        if self.over:
            raise EngineTerminated("terminated", self.over)
        data = command.encode() + b"\n"
        late: List[bool] = []
        # Only a line that is longer than a pipe's buffer can wait for its reader: a watchdog costs a thread.
        watchdog = threading.Timer(seconds, _bark, (self.process, late)) if len(data) > PIPE_BUFFER else None
        self.transcript.sent(command)
        try:
            if watchdog:
                watchdog.start()
            self.stdin.write(data)
            self.stdin.flush()
        except (OSError, ValueError):
            raise self.timed_out() if late else self.terminated() from None
        finally:
            if watchdog:
                watchdog.cancel()
                watchdog.join()

    def line(self, patience: _Patience) -> str:
        try:
            line, arrived = self.lines.get(timeout=max(0.0, patience.deadline - time.monotonic()))
        except queue.Empty:
            raise self.timed_out() from None
        if line is None:
            raise self.terminated()
        # What came in time and is read late is in time; an engine that babbles on is not.
        if arrived > patience.deadline:
            raise self.timed_out()
        patience.renew()
        if len(line) > MAX_LINE:
            raise ProtocolError("protocol", "an endless line")
        return line

    def receive(self, patience: _Patience, note: Any) -> str:
        """Hands `info` lines to `note` and returns the terminal line."""
        while True:
            line = self.line(patience)
            if not _is_info(line):
                return self.answered(line, patience)
            note(line)

    def answered(self, line: str, patience: _Patience) -> str:
        """Takes note of a terminal line, and reads what stops that were sent meanwhile are answered."""
        with self.lock:
            stops, self.stops, self.searching = self.stops, 0, False
        self.transcript.answered(line)
        for _ in range(stops):
            patience.begin()
            self.transcript.answered(self.line(patience))
        return line

    def stop(self) -> None:
        with self.lock:
            if self.searching:
                self.stops += 1
                self.write("stop", 0)

    def ready(self, seconds: float) -> None:
        with self.lock:
            self.write("isready", seconds)
        try:
            if self.readies.get(timeout=seconds):
                return self.transcript.ready()
        except queue.Empty:
            self.kill()
            raise self.timed_out() from None
        raise self.terminated()

    def timed_out(self) -> EngineTimeout:
        return EngineTimeout("timeout", "the engine did not answer in time")

    def terminated(self) -> EngineTerminated:
        try:
            code: Union[int, str] = self.process.wait(1)
        except subprocess.TimeoutExpired:
            code = "none, its output is closed"
        return EngineTerminated("terminated", f"the engine has ended, exit code {code}")

    def kill(self) -> None:
        """Ends the process and closes everything. May be called again."""
        self.over = self.over or "the engine was ended"
        if self.process.poll() is None:
            _kill_group(self.process)
        self.process.wait()
        for _ in range(50):
            if self.reader.is_alive():
                _drain(self.lines)
                self.reader.join(0.02)
        # Whoever still waits for a line learns that there is none.
        with contextlib.suppress(queue.Full):
            self.lines.put_nowait((None, 0.0))
        # A helper of a dead engine may keep its output open: then the reader, a daemon, is left with it.
        for pipe in (self.stdin,) if self.reader.is_alive() else (self.stdin, self.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.transcript.close()


class _Guard:
    """Ends the engine when an exchange is left half-way: the answers would no longer belong to the questions."""

    def __init__(self, channel: _Channel) -> None:
        self.channel = channel

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Optional[BaseException], _: Any) -> None:
        # A command that is no command was not sent.
        if error is not None and not isinstance(error, ValueError):
            self.channel.over = self.channel.over or f"the engine was ended after an error: {error!r}"
            self.channel.kill()


class _Transcript:
    """What was sent, in that order, with what was answered as expectations, loose where the next run may differ."""

    COLUMN = 24

    def __init__(self, path: Union[str, os.PathLike[str], None]) -> None:
        self.file = open(path, "w", encoding="utf-8", newline="\n") if path is not None else None
        self.lock = threading.Lock()
        #: Commands that are not written yet, with their expectations.
        self.open: List[List[Optional[str]]] = []

    def sent(self, command: str) -> None:
        with self.lock:
            if self.file:
                self.open.append([command, None])

    def answered(self, line: str) -> None:
        self._fill(_expectation(line), ready=False)

    def ready(self) -> None:
        self._fill("readyok", ready=True)

    def _fill(self, expectation: str, ready: bool) -> None:
        with self.lock:
            waiting = (entry for entry in self.open if entry[1] is None and (entry[0] == "isready") == ready)
            entry = next(waiting, None)
            if entry:
                entry[1] = expectation
            while self.open and self.open[0][1] is not None:
                self._write(*self.open.pop(0))

    def _write(self, command: Optional[str], expectation: Optional[str]) -> None:
        comment = "# no answer" if expectation is None else f"#= {expectation}"
        if self.file:
            # A long command has its expectation on a line of its own: a line has an end.
            glue = "\n" if len(command or "") > PIPE_BUFFER else " "
            self.file.write(f"{command:<{self.COLUMN - 1}}{glue}{comment}\n")
            self.file.flush()

    def close(self) -> None:
        with self.lock:
            while self.file and self.open:
                self._write(*self.open.pop(0))
            if self.file:
                self.file.close()
            self.file = None


def _expectation(line: str) -> str:
    words = line.split()
    if words[:1] == ["error"]:
        return f"error {words[1] if len(words) > 1 else '*'} **"
    if words[:1] == ["bestmove"]:
        return "bestmove * *"
    if words[:2] == ["ok", "value"]:
        return "ok value **" if words[2:3] == ["unknown"] else f"ok value {words[2]} **"
    # What takes a page is not worth one.
    return f"{' '.join(words[:2])} **" if words[:2] == ["ok", "bench"] or len(line) > PIPE_BUFFER else line


#: A line with the time at which it came; None is the end of the output.
_Line = Tuple[Optional[str], float]


def _read(output: IO[bytes], lines: queue.Queue[_Line], readies: queue.Queue[bool]) -> None:
    """The reader's thread."""
    try:
        while True:
            data = output.readline(MAX_LINE + 1)
            if not data:
                break
            line = data.decode("utf-8", "replace")
            # An endless line is handed on as it is, too long.
            line = line if len(data) > MAX_LINE else line.strip()
            if line == "readyok":
                readies.put(True)
            elif line:
                lines.put((line, time.monotonic()))
    except (OSError, ValueError):
        pass
    readies.put(False)
    lines.put((None, time.monotonic()))


def _drain(lines: queue.Queue[_Line]) -> None:
    with contextlib.suppress(queue.Empty):
        while True:
            lines.get_nowait()


def _bark(process: subprocess.Popen[bytes], late: List[bool]) -> None:
    late.append(True)
    _kill_group(process)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        process.kill()


def _limit_words(limits: Dict[str, Any]) -> Tuple[str, Optional[int]]:
    """The words of some limits, and the time that they allow in milliseconds, if they do limit it."""
    numbers = ("movetime", "depth", "nodes", "xtime", "otime", "xinc", "oinc", "movestogo", "multipv")
    unknown = set(limits) - set(numbers) - {"infinite", "searchmoves"}
    if unknown:
        raise TypeError(f"no such limit: {', '.join(sorted(unknown))}")
    given = {name: int(limits[name]) for name in numbers if limits.get(name) is not None}
    words = "".join(f" {name} {number}" for name, number in given.items())
    if limits.get("infinite"):
        words += " infinite"
    cells = _cells(limits.get("searchmoves") or ())
    words += f" searchmoves {cells}" if cells else ""
    if "movetime" in given:
        return words, max(0, given["movetime"])
    clocks = [given[name] for name in ("xtime", "otime") if name in given]
    return words, max(0, *clocks) if len(clocks) == 2 else None


def _cells(cells: Iterable[Tuple[int, int]]) -> str:
    return " ".join(f"{int(row)} {int(col)}" for row, col in cells)


def _moves(words: Iterable[str]) -> Tuple[Move, ...]:
    """Pairs of numbers, as far as there are any."""
    numbers: List[int] = []
    for word in words:
        if not word.isdecimal():
            break
        numbers.append(int(word))
    return tuple(Move(row, col) for row, col in zip(numbers[::2], numbers[1::2]))


def _is_info(line: str) -> bool:
    return line.split(" ", 1)[0] == "info"


def _fields(words: Sequence[str], *names: str) -> Dict[str, List[str]]:
    """The words after each of some names, up to the next of them."""
    fields: Dict[str, List[str]] = {}
    current: List[str] = []
    for word in words:
        if word in names and word not in fields:
            current = fields.setdefault(word, [])
        else:
            current.append(word)
    return fields


_INFO_NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time")


def _info(line: str) -> Info:
    text, mark, string = line.partition(" string ")
    fields = _fields(text.split()[1:], *_INFO_NUMBERS, "score", "stop", "pv")
    numbers = {name: int(fields[name][0]) for name in _INFO_NUMBERS if fields.get(name) and fields[name][0].isdecimal()}
    score = fields.get("score") or [""]
    kind, rest = score[0], score[1:]
    known: Dict[str, Any] = dict(numbers)
    if kind in ("cp", "win", "loss", "draw"):
        number = int(rest[0]) if rest and rest[0].lstrip("-").isdecimal() else None
        known["score"] = Score(kind, number, next((word for word in rest if word.endswith("bound")), None))
    return Info(line, stop=_first(fields, "stop"), pv=_moves(fields.get("pv", [])),
                string=string if mark else None, **known)


def _outcome(words: Sequence[str]) -> Optional[Outcome]:
    if list(words[:1]) == ["draw"]:
        return Outcome(None)
    return Outcome(words[1]) if len(words) > 1 and words[0] == "win" and words[1] in ("X", "O") else None


def _option(line: str) -> Option:
    words = line.split()[2:]
    fields = _fields([word for word in words if word != "var"], "name", "type", "default", "min", "max", "value")
    text = {name: " ".join(found) for name, found in fields.items()}
    variants = tuple(words[at + 1] for at, word in enumerate(words[:-1]) if word == "var")
    low, high = (int(text[name]) if name in text else None for name in ("min", "max"))
    return Option(text.get("name", ""), text.get("type", ""), _first(fields, "default"), low, high, variants,
                  text.get("value"))


def _first(fields: Dict[str, List[str]], name: str) -> Optional[str]:
    return fields[name][0] if fields.get(name) else None
