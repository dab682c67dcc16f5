//! The journal of a long solve: results that took long, appended as they come, so that a solve that dies goes on from
//! there. A record that was being written when the end came fails its check and is dropped with all that follows.
//!
//! The file: two lines of text, a magic one and the position, then records of fixed size for the board.
//! Uses `solver::{attack, known}` and `game::hash`.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::attack::Bounds;
use super::bits::Bits;
use super::known::{Known, Verdict};
use crate::game::hash::mix;

/// Results that took at least this effort are worth writing down: a second of work makes few of them.
pub const JOURNALED: u32 = 1000;
/// How long results may wait in memory.
const FLUSH: Duration = Duration::from_secs(2);
const MAGIC: &str = "tris-journal 1";
const NO_CELL: u16 = u16::MAX;

/// One result.
pub enum Record<const N: usize> {
    /// Of the AND/OR search, under its key.
    Weak(u128, Known<N>),
    /// Of the win prover, under its key.
    Real(u128, Bounds),
}

/// A journal open for appending.
pub struct Journal {
    file: Mutex<(BufWriter<File>, Instant)>,
}

impl Journal {
    /// Opens the journal of a position, handing what it holds to `load`; makes one if there is none.
    pub fn open<const N: usize>(path: &Path, position: &str, load: &mut dyn FnMut(Record<N>)) -> io::Result<Journal> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let header = format!("{MAGIC}\n{position}\n");
        let good = read(&mut file, &header, load)?;
        file.set_len(good)?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = BufWriter::new(file);
        if good == 0 {
            writer.write_all(header.as_bytes())?;
            writer.flush()?;
        }
        Ok(Journal {
            file: Mutex::new((writer, Instant::now())),
        })
    }

    /// Appends a result. A full disk costs the journal, not the solve.
    pub fn note<const N: usize>(&self, record: &Record<N>) {
        let bytes = encode(record);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.0.write_all(&bytes);
        if file.1.elapsed() >= FLUSH {
            let _ = file.0.flush();
            file.1 = Instant::now();
        }
    }

    /// Writes out what waits in memory.
    pub fn flush(&self) {
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).0.flush();
    }
}

/// Reads a journal; how many bytes of it are good. An empty file is a new journal.
fn read<const N: usize>(file: &mut File, header: &str, load: &mut dyn FnMut(Record<N>)) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let mut text = Vec::new();
    reader.read_until(b'\n', &mut text)?;
    reader.read_until(b'\n', &mut text)?;
    // A header cut short is that of a solve that died at once.
    if text.is_empty() || text.len() < header.len() && header.as_bytes().starts_with(&text) {
        return Ok(0);
    }
    if text != header.as_bytes() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "not a journal of this position",
        ));
    }
    let mut good = text.len() as u64;
    let mut bytes = vec![0; size::<N>()];
    while reader.read_exact(&mut bytes).is_ok() {
        let Some(record) = decode::<N>(&bytes) else {
            break;
        };
        load(record);
        good += bytes.len() as u64;
    }
    Ok(good)
}

/// Bytes of a record: kind, key, two small numbers, cell, effort, zone, check.
const fn size<const N: usize>() -> usize {
    1 + 16 + 2 + 2 + 2 + 4 + 8 * N + 8
}

fn encode<const N: usize>(record: &Record<N>) -> Vec<u8> {
    let (kind, key, first, second, cell, work, zone) = match record {
        Record::Weak(key, known) => {
            let (first, zone) = match known.verdict {
                Verdict::Breaker(zone) => (1, zone),
                Verdict::Maker => (2, Bits::EMPTY),
                Verdict::Open => (3, Bits::EMPTY),
            };
            (1_u8, *key, first, 0, known.cell, known.work, zone)
        }
        Record::Real(key, bounds) => (
            2,
            *key,
            bounds.win,
            bounds.fail,
            bounds.cell,
            bounds.work,
            Bits::<N>::EMPTY,
        ),
    };
    let mut bytes = Vec::with_capacity(size::<N>());
    bytes.push(kind);
    bytes.extend(key.to_le_bytes());
    bytes.extend(first.to_le_bytes());
    bytes.extend(second.to_le_bytes());
    bytes.extend(cell.unwrap_or(NO_CELL).to_le_bytes());
    bytes.extend(work.to_le_bytes());
    zone.0.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes.extend(check(&bytes).to_le_bytes());
    bytes
}

fn decode<const N: usize>(bytes: &[u8]) -> Option<Record<N>> {
    let (body, sum) = bytes.split_at(bytes.len() - 8);
    if check(body).to_le_bytes() != sum {
        return None;
    }
    let short = |at: usize| u16::from_le_bytes([body[at], body[at + 1]]);
    let key = u128::from_le_bytes(body[1..17].try_into().ok()?);
    let cell = Some(short(21)).filter(|&cell| cell != NO_CELL);
    let work = u32::from_le_bytes(body[23..27].try_into().ok()?);
    let word = |index: usize| {
        body[27 + 8 * index..35 + 8 * index]
            .try_into()
            .map_or(0, u64::from_le_bytes)
    };
    let verdict = match short(17) {
        1 => Verdict::Breaker(Bits(std::array::from_fn(word))),
        2 => Verdict::Maker,
        _ => Verdict::Open,
    };
    match body[0] {
        1 => Some(Record::Weak(key, Known { verdict, work, cell })),
        2 => Some(Record::Real(
            key,
            Bounds {
                win: short(17),
                fail: short(19),
                cell,
                work,
            },
        )),
        _ => None,
    }
}

fn check(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, &byte| mix(sum ^ u64::from(byte)))
}
