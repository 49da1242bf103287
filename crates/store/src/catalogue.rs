//! The catalogue of runs: an SQLite database in WAL mode.
//!
//! A damaged one is not repaired and not renamed, since another process may have it open and would go on to write to
//! names that are a new database's by then. A new *generation* takes its place, `catalogue-2.db` after
//! `catalogue-1.db`; the greatest number counts, and `gc` removes the others.

use core::time::Duration;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, ToSql, TransactionBehavior, params};

use crate::address::{Address, Key};
use crate::error::Error;
use crate::folder::{self, Entry, Folder};
use crate::row::{self, COLUMNS, NewRun, Run};

/// "EVCK": tells our database from any other.
const APPLICATION: i64 = 0x4556_434b;
const SCHEMA: i64 = 1;
/// Runs of the very same program that are worth a look.
const SAME: usize = 4;
/// How long to wait for another process's transaction. None takes long: this is for machines under load.
const PATIENCE: Duration = Duration::from_secs(60);

const RUNS: &str = "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL, target TEXT NOT NULL, \
     time INTEGER NOT NULL, verdict TEXT NOT NULL, is_complete INTEGER NOT NULL, layers BLOB NOT NULL, \
     summary BLOB NOT NULL, stats TEXT NOT NULL, checksum BLOB NOT NULL)";
const RUNS_BY_KEY: &str = "CREATE INDEX runs_by_key ON runs (key)";

pub(crate) struct Catalogue {
    folder: Arc<Folder>,
    generation: u32,
    connection: Connection,
}

/// Why there is no connection.
enum Refusal {
    /// To be replaced.
    Damaged(String),
    /// To be left alone.
    Error(Error),
}

impl Catalogue {
    pub fn open(folder: Arc<Folder>) -> Result<Catalogue, Error> {
        let files = generations(&folder)?;
        files.iter().try_for_each(|(_, entry)| folder.trust().check_part(&entry.path))?;
        let newest = files.last().map_or(1, |(generation, _)| *generation);
        Catalogue::open_from(folder, newest)
    }

    /// Opens a generation, or the next one as long as they are damaged.
    fn open_from(folder: Arc<Folder>, mut generation: u32) -> Result<Catalogue, Error> {
        loop {
            let path = path(&folder, generation);
            create(&folder, &path)?;
            match connect(&path) {
                Ok(connection) => return Ok(Catalogue { folder, generation, connection }),
                Err(Refusal::Error(error)) => return Err(error),
                Err(Refusal::Damaged(reason)) => generation = abandon(&folder, generation, &reason),
            }
        }
    }

    pub fn path(&self) -> PathBuf {
        path(&self.folder, self.generation)
    }

    /// Does something with the database; if it turns out to be damaged, does it again with a new one.
    fn with<T>(&mut self, mut work: impl FnMut(&mut Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        match work(&mut self.connection) {
            Err(error) if is_damage(&error) => {
                let next = abandon(&self.folder, self.generation, &error.to_string());
                *self = Catalogue::open_from(self.folder.clone(), next)?;
                work(&mut self.connection).map_err(refused(&self.path()))
            }
            result => result.map_err(refused(&self.path())),
        }
    }

    /// Runs newest first: of a key, at most `limit`. Damaged ones are deleted with a warning.
    pub fn runs(&mut self, key: &Key, limit: usize) -> Result<Vec<Run>, Error> {
        let query = format!("SELECT {COLUMNS} FROM runs WHERE key = ?1 ORDER BY id DESC");
        self.select(&query, params![key.0], key, limit)
    }

    /// Runs newest first: of a key at most `limit`, of a target at most as many, and the newest of the very summary.
    pub fn candidates(
        &mut self,
        key: &Key,
        target: &str,
        summary: &[u8],
        limit: usize,
    ) -> Result<Vec<Run>, Error> {
        // The length of a blob is known without reading it.
        let query = format!(
            "SELECT {COLUMNS} FROM runs WHERE id IN ( \
             SELECT id FROM (SELECT id FROM runs WHERE key = ?1 ORDER BY id DESC LIMIT ?4) UNION \
             SELECT id FROM (SELECT id FROM runs WHERE key = ?1 AND target = ?2 ORDER BY id DESC LIMIT ?4) UNION \
             SELECT id FROM (SELECT id FROM runs WHERE key = ?1 AND length(summary) = length(?3) \
             AND summary = ?3 ORDER BY id DESC LIMIT {SAME})) ORDER BY id DESC"
        );
        self.select(&query, params![key.0, target, summary, limit as i64], key, usize::MAX)
    }

    /// The runs of a key and a target, newest first: ids and layers.
    pub fn records(&mut self, key: &Key, target: &str) -> Result<Vec<(i64, Vec<Address>)>, Error> {
        self.with(|connection| {
            let query = "SELECT id, layers FROM runs WHERE key = ?1 AND target = ?2 ORDER BY id DESC";
            let mut statement = connection.prepare(query)?;
            let row = |row: &rusqlite::Row| Ok((row.get(0)?, addresses(&row.get::<_, Vec<u8>>(1)?)));
            statement.query_map(params![key.0, target], row)?.collect()
        })
    }

    /// The segments that some runs refer to.
    pub fn layers(&mut self, ids: &[i64]) -> Result<Vec<Address>, Error> {
        self.with(|connection| {
            let mut statement = connection.prepare("SELECT layers FROM runs WHERE id = ?1")?;
            let mut found = Vec::new();
            for id in ids {
                for layers in statement.query_map([id], |row| row.get::<_, Vec<u8>>(0))? {
                    found.extend(addresses(&layers?));
                }
            }
            Ok(found)
        })
    }

    /// The runs of a key that a query finds, at most `limit`.
    fn select(
        &mut self,
        query: &str,
        values: &[&dyn ToSql],
        key: &Key,
        limit: usize,
    ) -> Result<Vec<Run>, Error> {
        let (runs, damaged) = self.with(|connection| {
            let mut statement = connection.prepare(query)?;
            let mut rows = statement.query(values)?;
            let (mut runs, mut damaged) = (Vec::new(), Vec::new());
            while runs.len() < limit {
                let Some(row) = rows.next()? else { break };
                match row::read(row)? {
                    // A damaged index may lead to the run of another key.
                    (_, Some(run)) if run.key == *key => runs.push(run),
                    (id, _) => damaged.push(id),
                }
            }
            Ok((runs, damaged))
        })?;
        self.forget(&damaged)?;
        Ok(runs)
    }

    /// All runs, newest first, and the ids of the damaged ones.
    pub fn all(&mut self) -> Result<(Vec<Run>, Vec<i64>), Error> {
        let query = format!("SELECT {COLUMNS} FROM runs ORDER BY id DESC");
        self.with(|connection| {
            let mut statement = connection.prepare(&query)?;
            let mut rows = statement.query([])?;
            let (mut runs, mut damaged) = (Vec::new(), Vec::new());
            while let Some(row) = rows.next()? {
                match row::read(row)? {
                    (_, Some(run)) => runs.push(run),
                    (id, None) => damaged.push(id),
                }
            }
            Ok((runs, damaged))
        })
    }

    /// Adds a run if all its segments are there. While this transaction is open nothing is collected.
    pub fn add(&mut self, run: &NewRun) -> Result<i64, Error> {
        let folder = self.folder.clone();
        let missing = || run.layers.iter().find(|address| !folder.segment(address).is_file());
        let added = self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            if let Some(address) = missing() {
                return Ok(Err(*address));
            }
            transaction.execute(
                "INSERT INTO runs (key, target, time, verdict, is_complete, layers, summary, stats, checksum) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    run.key.0,
                    run.target,
                    run.time,
                    run.verdict,
                    run.is_complete,
                    run.encoded_layers(),
                    run.summary,
                    run.stats,
                    run.checksum(),
                ],
            )?;
            let id = transaction.last_insert_rowid();
            transaction.commit()?;
            Ok(Ok(id))
        })?;
        added.map_err(|address: Address| Error::Missing(address))
    }

    /// A run, unless it is gone or damaged.
    pub fn run(&mut self, id: i64) -> Result<Option<Run>, Error> {
        self.with(|connection| find(connection, id))
    }

    /// Gives a run other layers; those of before, or nothing if the run is not there any more.
    pub fn set_layers(&mut self, id: i64, layers: &[Address]) -> Result<Option<Vec<Address>>, Error> {
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let Some(run) = find(&transaction, id)? else { return Ok(None) };
            let Run { key, target, time, verdict, is_complete, layers: before, summary, stats, .. } = run;
            let layers = layers.to_vec();
            let new = NewRun { key, target, time, verdict, is_complete, layers, summary, stats };
            transaction.execute(
                "UPDATE runs SET layers = ?2, checksum = ?3 WHERE id = ?1",
                params![id, new.encoded_layers(), new.checksum()],
            )?;
            transaction.commit()?;
            Ok(Some(before))
        })
    }

    /// Deletes runs that turned out to be damaged, and says so.
    pub fn forget(&mut self, damaged: &[i64]) -> Result<(), Error> {
        for id in damaged {
            self.folder.warn(format!("{}: run {id} is damaged and was deleted", self.path().display()));
        }
        self.delete(damaged)
    }

    /// Deletes runs, all or none.
    pub fn delete(&mut self, ids: &[i64]) -> Result<(), Error> {
        if ids.is_empty() {
            return Ok(());
        }
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for id in ids {
                transaction.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            }
            transaction.commit()
        })
    }

    /// Does something with all segments that runs refer to, while no run can be added.
    pub fn with_used<T>(&mut self, mut work: impl FnMut(&[Address]) -> Result<T, Error>) -> Result<T, Error> {
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut used = Vec::new();
            {
                let mut statement = transaction.prepare("SELECT layers FROM runs")?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    used.extend(addresses(&row.get::<_, Vec<u8>>(0)?));
                }
            }
            Ok(work(&used))
        })?
    }

    /// What SQLite finds wrong with the file.
    pub fn faults(&mut self) -> Result<Vec<String>, Error> {
        let check = |connection: &Connection| {
            let mut statement = connection.prepare("PRAGMA integrity_check")?;
            let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
            lines.collect::<rusqlite::Result<Vec<_>>>()
        };
        match check(&self.connection) {
            Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
            Err(error) if is_damage(&error) => Ok(vec![error.to_string()]),
            Err(error) => Err(refused(&self.path())(error)),
        }
    }

    /// The files of generations that do not count any more.
    pub fn old(&self) -> Result<Vec<Entry>, Error> {
        let older = generations(&self.folder)?.into_iter().filter(|(it, _)| *it < self.generation);
        Ok(older.map(|(_, entry)| entry).collect())
    }
}

fn addresses(layers: &[u8]) -> Vec<Address> {
    layers.as_chunks::<32>().0.iter().map(|bytes| Address(*bytes)).collect()
}

fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<Run>> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM runs WHERE id = ?1"))?;
    let mut rows = statement.query([id])?;
    Ok(rows.next()?.map(row::read).transpose()?.and_then(|(_, run)| run))
}

fn path(folder: &Folder, generation: u32) -> PathBuf {
    folder.root().join(format!("catalogue-{generation}.db"))
}

/// The files of the catalogue, those beside a database included, by generation.
fn generations(folder: &Folder) -> Result<Vec<(u32, Entry)>, Error> {
    let generation = |name: &str| {
        let (number, suffix) = name.strip_prefix("catalogue-")?.split_once(".db")?;
        ["", "-wal", "-shm", "-journal"].contains(&suffix).then(|| number.parse().ok())?
    };
    let files = folder::files(folder.root())?;
    let mut found: Vec<(u32, Entry)> =
        files.into_iter().filter_map(|entry| Some((generation(&entry.name)?, entry))).collect();
    found.sort_by_key(|(generation, _)| *generation);
    Ok(found)
}

/// Warns that a generation is damaged; the number of the next.
fn abandon(folder: &Folder, generation: u32, reason: &str) -> u32 {
    let path = path(folder, generation);
    folder.warn(format!(
        "{}: the catalogue is damaged ({reason}); a new one is started, earlier runs are not found again",
        path.display()
    ));
    generation.saturating_add(1)
}

/// Makes an empty database unless there is one. It is made under another name: whoever finds it finds it complete, and
/// nobody waits for a lock that switching to WAL would take.
fn create(folder: &Folder, path: &Path) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    let (temporary, file) = folder.temporary("catalogue")?;
    drop(file);
    let make = || -> rusqlite::Result<()> {
        let connection = Connection::open(&temporary)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", SCHEMA)?;
        connection.execute_batch(&format!("BEGIN; {RUNS}; {RUNS_BY_KEY}; COMMIT"))?;
        connection.close().map_err(|(_, error)| error)
    };
    let made = make().map_err(refused(&temporary)).and_then(|()| match fs::hard_link(&temporary, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(Error::io(path)(error)),
        _ => Ok(()),
    });
    let _ = fs::remove_file(&temporary);
    made
}

fn connect(path: &Path) -> Result<Connection, Refusal> {
    let damaged = |reason: &str| Err(Refusal::Damaged(reason.to_string()));
    let refusal = |error: rusqlite::Error| {
        if is_damage(&error) {
            Refusal::Damaged(error.to_string())
        } else {
            Refusal::Error(refused(path)(error))
        }
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(refusal)?;
    let prepare = || -> rusqlite::Result<(i64, i64, String, Vec<String>)> {
        connection.busy_timeout(PATIENCE)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        // A power failure may cost the last runs, never the database.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let mode = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let mut schema = connection
            .prepare("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")?;
        let schema = schema.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok((number("application_id")?, number("user_version")?, mode, schema))
    };
    let (application, version, mode, schema) = prepare().map_err(refusal)?;
    if application != APPLICATION {
        return damaged("it is not Evercheck's");
    }
    if version > SCHEMA {
        return Err(Refusal::Error(Error::Newer { path: path.to_path_buf(), found: version, known: SCHEMA }));
    }
    if version != SCHEMA || schema != [RUNS, RUNS_BY_KEY] {
        return damaged("its tables are not those that were made");
    }
    // Versions in the header that SQLite does not know make it read-only.
    if mode != "wal" || connection.is_readonly("main").map_err(refusal)? {
        return damaged("it is not written the way it was made");
    }
    Ok(connection)
}

/// Whether the file is at fault, not the circumstances.
fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, message) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => true,
            // The schema was as it should be when the database was opened, and our statements fit it.
            ErrorCode::Unknown => {
                message.as_ref().is_some_and(|it| it.contains("no such") || it.contains("malformed"))
            }
            _ => false,
        },
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..)
        | rusqlite::Error::QueryReturnedNoRows => true,
        _ => false,
    }
}

fn refused(path: &Path) -> impl FnOnce(rusqlite::Error) -> Error {
    move |error| Error::Catalogue { path: path.to_path_buf(), reason: error.to_string() }
}
