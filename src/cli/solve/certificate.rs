//! The file of a certificate: refused before the work begins if it cannot be written, and under its name only when it is
//! complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::teller::Teller;

/// A certificate being written, which may take a while.
pub struct Certificate {
    path: PathBuf,
    part: PathBuf,
    file: Option<BufWriter<File>>,
    bytes: u64,
    begun: Instant,
    teller: Teller,
}

impl Certificate {
    /// A certificate for this path. Nothing stays there until there is something to write.
    pub fn new(path: &Path) -> io::Result<Certificate> {
        // A device or a pipe cannot be replaced by a finished file, and need not be.
        let part = match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => path.to_owned(),
            _ => {
                let mut name = path.as_os_str().to_owned();
                name.push(".part");
                let part = PathBuf::from(name);
                File::create(&part)?;
                fs::remove_file(&part)?;
                part
            }
        };
        Ok(Certificate {
            path: path.to_owned(),
            part,
            file: None,
            bytes: 0,
            begun: Instant::now(),
            teller: Teller::default(),
        })
    }

    /// Gives a complete certificate its name, or takes an incomplete one away.
    pub fn end(mut self, complete: bool) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        // What an incomplete one still holds in memory is not worth writing.
        drop(file.into_parts());
        if self.part == self.path {
            return Ok(());
        }
        match complete {
            true => fs::rename(&self.part, &self.path),
            false => fs::remove_file(&self.part),
        }
    }

    fn file(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.file.is_none() {
            self.begun = Instant::now();
            self.file = Some(BufWriter::new(File::create(&self.part)?));
        }
        self.file.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Write for Certificate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file()?.write(bytes)?;
        let before = self.bytes;
        self.bytes += written as u64;
        // The clock is slower than the writing of a few bytes.
        if before >> 12 != self.bytes >> 12 {
            let text = format!("writing the certificate, {} kB", self.bytes / 1000);
            self.teller.tell(self.begun.elapsed(), &text);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.teller.end();
        self.file()?.flush()
    }
}
