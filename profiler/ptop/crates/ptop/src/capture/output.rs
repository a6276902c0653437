//! Writing the record: complete under its name, or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::collector::exit::{Exit, Failure};
use crate::collector::privilege;
use crate::record::Record;

/// The output file, opened before the capture so that a wrong path costs no time.
pub struct Output {
    path: PathBuf,
    partial: PathBuf,
    file: Option<File>,
}

impl Output {
    /// Opens the file beside its final name. Readable by its owner only: it names files and peers of the target.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(path: &Path) -> Result<Output, Failure> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .custom_flags(libc::O_NOFOLLOW | libc::O_CLOEXEC)
            .open(&partial)
            .map_err(|error| refused(&partial, &error))?;
        Ok(Output { path: path.to_owned(), partial, file: Some(file) })
    }

    /// Writes the record and gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written; nothing is left behind.
    pub fn write(mut self, record: &Record) -> Result<(), Failure> {
        let file = self.file.take().ok_or_else(|| Failure::internal("the output was written twice"))?;
        write_all(file, record).map_err(|error| refused(&self.partial, &error))?;
        std::fs::rename(&self.partial, &self.path).map_err(|error| refused(&self.path, &error))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // The name is the caller's. Where the capabilities cannot be lowered the process ends all the same.
        let _ = privilege::lower();
        // After success there is nothing under this name; after a failure nobody wants it.
        let _ = std::fs::remove_file(&self.partial);
    }
}

fn write_all(file: File, record: &Record) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    serde_json::to_writer(&mut writer, record)?;
    writer.write_all(b"\n")?;
    writer.into_inner()?.sync_all()
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let message = format!("{} cannot be written: {error}.", path.display());
    Failure::new(Exit::Output, message, "Name a file in a directory that the caller may write to.")
}
