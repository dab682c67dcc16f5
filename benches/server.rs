//! The server through its real pipe: start, throughput, punctuality, memory. `cargo bench --bench server`.
//!
//! Prints one line per figure with its target. The figures depend on the machine, so nothing fails here.

#![allow(clippy::print_stdout)] // The figures are its output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tris"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, input, output }
    }

    /// Sends a line and reads its terminal line.
    fn ask(&mut self, line: &str) -> String {
        let input = self.input.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("the engine listens");
        loop {
            let mut answer = String::new();
            self.output.read_line(&mut answer).expect("the engine answers");
            if !answer.starts_with("info") {
                return answer;
            }
        }
    }

    fn memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process is ours; it may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    start_up();
    throughput();
    punctuality("idle", "T + 5 ms");
    let stop = Arc::new(AtomicBool::new(false));
    let hogs: Vec<_> = (0..2)
        .map(|_| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || while !stop.load(Ordering::Relaxed) {})
        })
        .collect();
    punctuality("two busy threads beside it", "T + 50 ms");
    stop.store(true, Ordering::Relaxed);
    for hog in hogs {
        hog.join().expect("a busy thread ends");
    }
    memory();
}

fn start_up() {
    let mut times: Vec<Duration> = (0..20)
        .map(|_| {
            let begin = Instant::now();
            Engine::start().ask("isready");
            begin.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "start to first answer: median {:.2?}, worst {:.2?} (target < 10 ms)",
        times[10], times[19]
    );
}

fn throughput() {
    const PAIRS: usize = 500_000;
    let mut engine = Engine::start();
    engine.ask("newgame 15 15 5");
    let begin = Instant::now();
    let mut input = engine.input.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let block = "move 7 7\nundo\n".repeat(1000);
        for _ in 0..PAIRS / 1000 {
            input.write_all(block.as_bytes()).expect("the engine listens");
        }
    });
    let mut answers = 0;
    let mut line = Vec::new();
    while answers < 2 * PAIRS {
        line.clear();
        engine.output.read_until(b'\n', &mut line).expect("the engine answers");
        answers += 1;
    }
    let rate = answers as f64 / begin.elapsed().as_secs_f64();
    writer.join().expect("the writer ends");
    println!("move/undo lines per second: {rate:.0} (target > 500000)");
}

fn punctuality(when: &str, target: &str) {
    for (board, millis) in [
        ("15 15 5", 10),
        ("15 15 5", 100),
        ("15 15 5", 1000),
        ("70 70 10", 100),
        ("100 100 7", 50),
    ] {
        let mut engine = Engine::start();
        engine.ask(&format!("newgame {board}"));
        for cell in ["7 7", "7 8", "8 8", "6 6"] {
            engine.ask(&format!("move {cell}"));
        }
        let rounds = if millis >= 1000 { 3 } else { 20 };
        let mut times: Vec<f64> = (0..rounds)
            .map(|_| {
                let begin = Instant::now();
                engine.ask(&format!("go movetime {millis}"));
                begin.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!(
            "go movetime {millis} on {board}, {when}: {:.1} to {:.1} ms (target {target}, at least 90 %)",
            times[0],
            times[times.len() - 1]
        );
    }
}

fn memory() {
    let mut engine = Engine::start();
    engine.ask("newgame 15 15 5");
    let idle = engine.memory_kib();
    engine.ask("go movetime 2000");
    let busy = engine.memory_kib();
    println!("memory: idle {idle:?} KiB (target < 20480), after a search {busy:?} KiB (table 65536)");
}
