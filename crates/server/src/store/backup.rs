//! The whole database as one file, which either kind of database can be restored from.
//!
//! The file is gzip with one JSON document a line: a head, the rows of every table, and a foot with their count. What there is to
//! keep is asked of the schema, so no table can be forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row as _};

use super::link::embedded_path;
use super::write::json;
use super::{MIGRATIONS, StoreError, is_sqlite, migrator, places};

/// Of the file.
const FORMAT: u32 = 1;
/// Rows that are written with one statement.
const GROUP: usize = 200;
/// Where sqlx keeps which steps of the schema were done.
const STEPS: &str = "_sqlx_migrations";

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    #[error("{}:{}: {}", .0.display(), .1, .2)]
    Broken(PathBuf, usize, String),
    #[error("there is nothing of Astrarium in this database")]
    Nothing,
    #[error("a newer version made this: it has step {0} of the schema, and this version knows {1}")]
    Newer(i64, i64),
    #[error("the database is not empty ({0}): say --replace to lose what is in it")]
    Occupied(String),
    #[error("the log of these tables is not complete: {0}")]
    Incomplete(String),
    #[error("column {1} of {0} has type {2}, and only TEXT and BIGINT can be kept")]
    Kind(String, String, String),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        StoreError::from(error).into()
    }
}

/// What was kept or restored: rows by table.
pub type Counts = BTreeMap<String, u64>;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Head {
        format: u32,
        /// The step of the schema.
        schema: i64,
    },
    Table {
        name: String,
        columns: Vec<String>,
    },
    Row(Vec<Value>),
    Foot {
        rows: Counts,
        /// Tables whose log had a gap already.
        incomplete: BTreeSet<String>,
    },
}

/// A table of the schema.
#[derive(Clone, Debug)]
struct Shape {
    name: String,
    /// Names, and whether they hold text; otherwise it is a number.
    columns: Vec<(String, bool)>,
    key: Vec<String>,
}

impl Shape {
    fn names(&self) -> Vec<String> {
        self.columns.iter().map(|(name, _)| name.clone()).collect()
    }

    fn read(&self, row: &AnyRow) -> Result<Vec<Value>, sqlx::Error> {
        let one = |(at, (_, text)): (usize, &(String, bool))| {
            Ok(if *text {
                Value::from(row.try_get::<Option<String>, _>(at)?)
            } else {
                row.try_get::<Option<i64>, _>(at)?.into()
            })
        };
        self.columns.iter().enumerate().map(one).collect()
    }

    async fn write(&self, tx: &mut AnyConnection, rows: &[Vec<Value>]) -> Result<(), sqlx::Error> {
        let places = places(is_sqlite(tx), rows.len(), self.columns.len());
        let text = format!("INSERT INTO {} ({}) VALUES {places}", self.name, self.names().join(", "));
        let mut query = sqlx::query(AssertSqlSafe(text)).persistent(false);
        for (value, (_, text)) in rows.iter().flat_map(|row| row.iter().zip(&self.columns)) {
            query = if *text { query.bind(value.as_str().map(String::from)) } else { query.bind(value.as_i64()) };
        }
        query.execute(tx).await.map(drop)
    }
}

/// The tables of a step of the schema: an empty database is asked for them.
async fn shapes(schema: i64) -> Result<Vec<Shape>, BackupError> {
    let mut empty = AnyConnection::connect("sqlite::memory:").await?;
    migrator().run_to(schema, &mut empty).await.map_err(StoreError::from)?;
    let query = "SELECT t.name, c.name, c.type, c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
        WHERE t.type = 'table' AND t.name <> $1 ORDER BY t.name, c.cid";
    let mut shapes: Vec<Shape> = Vec::new();
    for row in sqlx::query(query).bind(STEPS).fetch_all(&mut empty).await? {
        let (table, column, kind): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if shapes.last().is_none_or(|shape| shape.name != table) {
            shapes.push(Shape { name: table.clone(), columns: Vec::new(), key: Vec::new() });
        }
        let shape = shapes.last_mut().expect("there is one now");
        if row.try_get::<i64, _>(3)? > 0 {
            shape.key.push(column.clone());
        }
        match &kind[..] {
            "TEXT" | "BIGINT" => shape.columns.push((column, kind == "TEXT")),
            _ => return Err(BackupError::Kind(table, column, kind)),
        }
    }
    Ok(shapes)
}

fn newest() -> i64 {
    MIGRATIONS.iter().map(|(step, ..)| *step).max().expect("there is a schema")
}

/// Connects without the deadlines of a server: a large database takes its time.
async fn reach(url: &str, make: bool) -> Result<AnyConnection, BackupError> {
    sqlx::any::install_default_drivers();
    let mut options = AnyConnectOptions::from_str(url)?.disable_statement_logging();
    let address = &mut options.database_url;
    if !make && address.scheme() == "sqlite" && !address.query_pairs().any(|(key, _)| key == "mode") {
        address.query_pairs_mut().append_pair("mode", "rw");
    }
    embedded_path(&mut options)?;
    Ok(AnyConnection::connect_with(&options).await?)
}

/// The tables there are, ours or not.
async fn there(connection: &mut AnyConnection) -> Result<BTreeSet<String>, sqlx::Error> {
    let query = if is_sqlite(connection) {
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
    } else {
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()"
    };
    sqlx::query(query).fetch_all(connection).await?.iter().map(|row| row.try_get(0)).collect()
}

async fn schema(connection: &mut AnyConnection) -> Result<i64, BackupError> {
    if !there(connection).await?.contains(STEPS) {
        return Err(BackupError::Nothing);
    }
    let query = sqlx::query("SELECT MAX(version) FROM _sqlx_migrations");
    let schema = query.fetch_one(connection).await?.try_get::<Option<i64>, _>(0)?.ok_or(BackupError::Nothing)?;
    if schema > newest() { Err(BackupError::Newer(schema, newest())) } else { Ok(schema) }
}

/// Tables whose log is not every number from 1 to the last. The lobby may have heard less of a table than its log has, not more.
async fn incomplete(tx: &mut AnyConnection) -> Result<BTreeSet<String>, sqlx::Error> {
    let query = "SELECT t.id FROM tables t LEFT JOIN log l ON l.table_id = t.id GROUP BY t.id, t.seq \
        HAVING COUNT(l.seq) = 0 OR COUNT(l.seq) <> MAX(l.seq) OR MIN(l.seq) <> 1 OR MAX(l.seq) < t.seq \
        UNION SELECT table_id FROM log WHERE table_id NOT IN (SELECT id FROM tables)";
    sqlx::query(query).fetch_all(tx).await?.iter().map(|row| row.try_get(0)).collect()
}

/// Writes everything as it is at one moment, while servers go on. The file appears when it is whole.
pub async fn backup(url: &str, path: &Path) -> Result<Counts, BackupError> {
    let fail = |error| BackupError::File(path.into(), error);
    if path.exists() {
        return Err(fail(io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    let mut connection = reach(url, false).await?;
    let sqlite = is_sqlite(&connection);
    // What is read first is the moment for everything that follows.
    let begin = if sqlite { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
    let mut tx = connection.begin_with(begin).await?;
    let schema = schema(&mut tx).await?;
    let part = path.with_added_extension("part");
    // Secrets of running games are in it.
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part).map_err(fail)?;
    let mut writer = GzEncoder::new(BufWriter::new(file), Compression::default());
    let mut write = |line: &Line| writer.write_all((json(line) + "\n").as_bytes()).map_err(fail);
    write(&Line::Head { format: FORMAT, schema })?;
    let mut counts = Counts::new();
    for shape in shapes(schema).await? {
        write(&Line::Table { name: shape.name.clone(), columns: shape.names() })?;
        let query =
            format!("SELECT {} FROM {} ORDER BY {}", shape.names().join(", "), shape.name, shape.key.join(", "));
        let count = counts.entry(shape.name.clone()).or_default();
        let mut rows = sqlx::query(AssertSqlSafe(query)).fetch(&mut *tx);
        while let Some(row) = rows.try_next().await? {
            write(&Line::Row(shape.read(&row)?))?;
            *count += 1;
        }
    }
    write(&Line::Foot { rows: counts.clone(), incomplete: incomplete(&mut tx).await? })?;
    let file = writer.finish().and_then(|buffer| buffer.into_inner().map_err(io::Error::from)).map_err(fail)?;
    file.sync_all().and_then(|()| fs::rename(&part, path)).map_err(fail)?;
    Ok(counts)
}

/// The lines of a file, and where the reader is.
struct Lines<'a> {
    path: &'a Path,
    number: usize,
    lines: io::Lines<BufReader<GzDecoder<BufReader<File>>>>,
}

impl Lines<'_> {
    fn open(path: &Path) -> Result<Lines<'_>, BackupError> {
        let file = File::open(path).map_err(|error| BackupError::File(path.into(), error))?;
        Ok(Lines { path, number: 0, lines: BufReader::new(GzDecoder::new(BufReader::new(file))).lines() })
    }

    fn broken(&self, what: impl Into<String>) -> BackupError {
        BackupError::Broken(self.path.into(), self.number, what.into())
    }

    fn line(&mut self) -> Result<Option<Line>, BackupError> {
        self.number += 1;
        let Some(line) = self.lines.next() else { return Ok(None) };
        let line = line.map_err(|error| self.broken(format!("this is no whole backup: {error}")))?;
        serde_json::from_str(&line).map(Some).map_err(|error| self.broken(format!("this is no backup: {error}")))
    }
}

/// Makes the database what the file says, all of it or nothing. One that is not empty stays as it is, unless it is to be replaced.
pub async fn restore(url: &str, path: &Path, replace: bool) -> Result<Counts, BackupError> {
    let mut lines = Lines::open(path)?;
    let schema = match lines.line()? {
        Some(Line::Head { format: FORMAT, schema }) if schema <= newest() => schema,
        Some(Line::Head { schema, .. }) => return Err(BackupError::Newer(schema, newest())),
        _ => return Err(lines.broken("this is no backup: the head is missing")),
    };
    let mut connection = reach(url, true).await?;
    let begin = if is_sqlite(&connection) { "BEGIN IMMEDIATE" } else { "BEGIN" };
    let mut tx = connection.begin_with(begin).await?;
    clear(&mut tx, replace).await?;
    migrator().run_to(schema, &mut *tx).await.map_err(StoreError::from)?;
    let (counts, known) = fill(&mut tx, &mut lines, shapes(schema).await?).await?;
    let found = incomplete(&mut tx).await?;
    let lost: Vec<&str> = found.symmetric_difference(&known).map(String::as_str).collect();
    if !lost.is_empty() {
        return Err(BackupError::Incomplete(lost.join(", ")));
    }
    migrator().run(&mut *tx).await.map_err(StoreError::from)?;
    tx.commit().await?;
    Ok(counts)
}

/// Takes our tables away, if they are empty or are to be replaced.
async fn clear(tx: &mut AnyConnection, replace: bool) -> Result<(), BackupError> {
    let there = there(tx).await?;
    if !there.contains(STEPS) {
        return Ok(());
    }
    schema(tx).await?;
    let (mut rows, mut ours) = (Vec::new(), vec![STEPS.to_string()]);
    for shape in shapes(newest()).await?.into_iter().filter(|shape| there.contains(&shape.name)) {
        let query = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", shape.name));
        let count: i64 = sqlx::query(query).fetch_one(&mut *tx).await?.try_get(0)?;
        rows.extend((count > 0).then(|| format!("{count} rows in {}", shape.name)));
        ours.push(shape.name);
    }
    if !rows.is_empty() && !replace {
        return Err(BackupError::Occupied(rows.join(", ")));
    }
    for name in ours {
        sqlx::query(AssertSqlSafe(format!("DROP TABLE {name}"))).execute(&mut *tx).await?;
    }
    Ok(())
}

/// Writes all rows; how many there were, and which logs had a gap when they were kept.
async fn fill(
    tx: &mut AnyConnection,
    lines: &mut Lines<'_>,
    shapes: Vec<Shape>,
) -> Result<(Counts, BTreeSet<String>), BackupError> {
    let mut counts = Counts::new();
    let (mut shape, mut group) = (None::<&Shape>, Vec::new());
    while let Some(line) = lines.line()? {
        let full = group.len() == GROUP || !matches!(line, Line::Row(_));
        if full && let Some(shape) = shape.filter(|_| !group.is_empty()) {
            shape.write(tx, &std::mem::take(&mut group)).await?;
        }
        match (line, shape) {
            (Line::Table { name, columns }, _) => {
                let known = |shape: &&Shape| shape.name == name && shape.names() == columns;
                shape = Some(
                    shapes
                        .iter()
                        .find(known)
                        .ok_or_else(|| lines.broken(format!("{name} is no table of this step")))?,
                );
                counts.insert(name, 0);
            }
            (Line::Row(row), Some(shape)) if row.len() == shape.columns.len() => {
                *counts.entry(shape.name.clone()).or_default() += 1;
                group.push(row);
            }
            (Line::Foot { rows, incomplete }, _) if rows == counts && counts.len() == shapes.len() => {
                // To read to the end checks the sum of all bytes.
                return if lines.line()?.is_none() {
                    Ok((counts, incomplete))
                } else {
                    Err(lines.broken("there is more after the foot"))
                };
            }
            _ => return Err(lines.broken("this line does not belong here")),
        }
    }
    Err(lines.broken("the file ends too early"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of the schema are read as text here: whatever they make has to be kept.
    #[tokio::test]
    async fn every_table_is_kept() {
        sqlx::any::install_default_drivers();
        let made = MIGRATIONS.iter().flat_map(|(_, _, sql)| sql.split("CREATE TABLE ").skip(1));
        let made: BTreeSet<&str> = made.filter_map(|rest| rest.split_whitespace().next()).collect();
        let shapes = shapes(newest()).await.expect("columns that can be kept");
        assert_eq!(shapes.iter().map(|shape| &shape.name[..]).collect::<BTreeSet<_>>(), made);
        assert!(made.len() >= 5 && shapes.iter().all(|shape| !shape.key.is_empty() && !shape.columns.is_empty()));
    }
}
