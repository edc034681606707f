//! A batch as files: one table with a line for every seat of every game (CSV, JSON, Parquet), the summary, the plots,
//! and last the shard that can be merged with others.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use crate::batch::Word;
use crate::{Batch, Compared, Finished, Header, Shard, Summary, plots, report, shard};

/// A file that could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct FileError {
    pub path: PathBuf,
    pub what: String,
}

pub(crate) fn fault(path: &Path, what: &dyn Display) -> FileError {
    FileError { path: path.into(), what: what.to_string() }
}

/// Writes everything into a folder, which is made if need be, and returns the files. The plan must have kept its rows.
pub fn write(folder: &Path, header: &Header, batch: &Batch) -> Result<Vec<PathBuf>, FileError> {
    assert_eq!(batch.rows.len() as u64, batch.tally.games(), "files need the rows of the batch");
    std::fs::create_dir_all(folder).map_err(|e| fault(folder, &e))?;
    let (table, summary) =
        (Columns::new(&header.bots, &batch.rows), Summary { pace: None, ..Summary::new(header, batch) });
    let shard = Shard { header: header.clone(), rows: batch.rows.clone(), failures: batch.failures.clone() };
    let mut written = Vec::new();
    let mut save = |name: &str, write: &dyn Fn(&mut BufWriter<File>) -> Result<(), String>| {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|e| fault(&path, &e))?;
        let mut out = BufWriter::new(file);
        write(&mut out).map_err(|e| fault(&path, &e))?;
        out.flush().map_err(|e| fault(&path, &e))?;
        written.push(path);
        Ok(())
    };
    save("summary.json", &|out| serde_json::to_writer_pretty(out, &summary).map_err(|e| e.to_string()))?;
    save("games.csv", &|out| table.csv(out).map_err(|e| e.to_string()))?;
    save("games.json", &|out| serde_json::to_writer(out, &table.json()).map_err(|e| e.to_string()))?;
    save("games.parquet", &|out| table.parquet(out).map_err(|e| e.to_string()))?;
    let plots = plots::all(&summary, &batch.tally);
    for (name, svg) in &plots {
        save(name, &|out| out.write_all(svg.as_bytes()).map_err(|e| e.to_string()))?;
    }
    let page = report::page(&summary, &plots);
    for (name, text) in [("report.html", &page[..]), ("README.md", report::DICTIONARY)] {
        save(name, &|out| out.write_all(text.as_bytes()).map_err(|e| e.to_string()))?;
    }
    save(shard::FILE, &|out| serde_json::to_writer(out, &shard).map_err(|e| e.to_string()))?;
    Ok(written)
}

/// Writes both batches of a comparison into folders of their own, and what differs beside them.
pub fn write_comparison(folder: &Path, compared: &Compared, batches: &[Batch; 2]) -> Result<(), FileError> {
    let headers = [&compared.a, &compared.b];
    let mut drawn = Vec::new();
    for ((name, header), batch) in ["a", "b"].into_iter().zip(headers).zip(batches) {
        write(&folder.join(name), header, batch)?;
        drawn.push(plots::all(&Summary::new(header, batch), &batch.tally));
    }
    let [a, b] = [&drawn[0], &drawn[1]];
    let both = |(name, one): &(String, String)| {
        let other = b.iter().find(|(n, _)| n == name)?;
        Some((name.trim_end_matches(".svg").replace('-', " "), [one.clone(), other.1.clone()]))
    };
    let page = report::comparison(compared, &a.iter().filter_map(both).collect::<Vec<_>>());
    let json = serde_json::to_string_pretty(compared).expect("plain data");
    for (name, text) in [("comparison.json", json), ("report.html", page)] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| fault(&path, &e))?;
    }
    Ok(())
}

/// Whether results of this run may go into a folder: it is new or empty, or has games of the same run that was stopped. Says so before
/// the first game is played, also if nothing can be written there.
pub fn claim(folder: &Path, header: Option<&Header>) -> Result<(), FileError> {
    std::fs::create_dir_all(folder).map_err(|e| fault(folder, &e))?;
    let probe = folder.join(".astrarium");
    File::create(&probe).and_then(|_| std::fs::remove_file(&probe)).map_err(|e| fault(folder, &e))?;
    let empty = std::fs::read_dir(folder).map_err(|e| fault(folder, &e))?.next().is_none();
    match Shard::read(folder)? {
        _ if empty => Ok(()),
        Some(shard) if Some(&shard.header) == header => Ok(()),
        Some(_) => Err(fault(folder, &"holds the results of another run: expected a new folder")),
        None => Err(fault(folder, &"holds other files: expected a new folder")),
    }
}

/// Named columns of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns(Vec<(String, Column)>);

#[derive(Clone, Debug, PartialEq)]
enum Column {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Words(Vec<String>),
}

impl Columns {
    /// One line for every seat of every game.
    pub fn new(bots: &[String], rows: &[Finished]) -> Columns {
        let lines: Vec<_> = rows.iter().flat_map(|row| row.seats.iter().enumerate().map(move |l| (row, l))).collect();
        let whole =
            |of: &dyn Fn(&Finished, usize) -> i64| Column::Whole(lines.iter().map(|(r, (s, _))| of(r, *s)).collect());
        let share = |row: &Finished, place: u8| {
            let winners = row.seats.iter().filter(|chair| chair.place == 1).count();
            if place == 1 { 1.0 / winners as f64 } else { 0.0 }
        };
        let mut columns: Vec<(String, Column)> = vec![
            ("game".into(), whole(&|row, _| row.number as i64)),
            ("seat".into(), whole(&|_, seat| seat as i64 + 1)),
            ("bot".into(), Column::Words(lines.iter().map(|(_, (_, c))| bots[c.bot].clone()).collect())),
            ("place".into(), whole(&|row, seat| row.seats[seat].place.into())),
            ("win".into(), Column::Real(lines.iter().map(|(row, (_, c))| share(row, c.place)).collect())),
            ("points".into(), whole(&|row, seat| row.seats[seat].points.into())),
            ("decisions".into(), whole(&|row, _| row.decisions.into())),
        ];
        let mut keys: Vec<&str> = lines.iter().flat_map(|(_, (_, c))| c.facts.iter().map(|(key, _)| &**key)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let value = |facts: &[(Word, String)]| facts.iter().find(|f| f.0 == key).map_or("", |f| &f.1).to_string();
            columns.push((key.into(), Column::words(lines.iter().map(|(_, (_, c))| value(&c.facts)).collect())));
        }
        Columns(columns)
    }

    fn lines(&self) -> usize {
        self.0.first().map_or(0, |(_, column)| column.len())
    }

    pub fn csv(&self, out: impl Write) -> Result<(), csv::Error> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(self.0.iter().map(|(name, _)| name))?;
        for line in 0..self.lines() {
            writer.write_record(self.0.iter().map(|(_, column)| column.text(line)))?;
        }
        Ok(writer.flush()?)
    }

    pub fn json(&self) -> Vec<Map<String, Value>> {
        let cells = |line| self.0.iter().map(move |(name, column)| (name.clone(), column.value(line)));
        (0..self.lines()).map(|line| cells(line).collect()).collect()
    }

    pub fn parquet(&self, out: impl Write + Send) -> Result<(), ParquetError> {
        let fields = self.0.iter().map(|(name, column)| column.field(name).map(Arc::new));
        let schema = Type::group_type_builder("games").with_fields(fields.collect::<Result<_, _>>()?).build()?;
        let mut file = SerializedFileWriter::new(out, Arc::new(schema), Arc::default())?;
        let mut group = file.next_row_group()?;
        for (_, column) in &self.0 {
            let mut writer = group.next_column()?.expect("the schema has every column");
            match column {
                Column::Whole(all) => writer.typed::<Int64Type>().write_batch(all, None, None)?,
                Column::Real(all) => writer.typed::<DoubleType>().write_batch(all, None, None)?,
                Column::Words(all) => {
                    let bytes: Vec<ByteArray> = all.iter().map(|word| word.as_str().into()).collect();
                    writer.typed::<ByteArrayType>().write_batch(&bytes, None, None)?
                }
            };
            writer.close()?;
        }
        group.close()?;
        file.close().map(drop)
    }
}

impl Column {
    /// Whole numbers if all words are.
    fn words(words: Vec<String>) -> Column {
        let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
        numbers.map_or(Column::Words(words), Column::Whole)
    }

    fn len(&self) -> usize {
        match self {
            Column::Whole(all) => all.len(),
            Column::Real(all) => all.len(),
            Column::Words(all) => all.len(),
        }
    }

    fn text(&self, line: usize) -> String {
        match self {
            Column::Whole(all) => all[line].to_string(),
            Column::Real(all) => all[line].to_string(),
            Column::Words(all) => all[line].clone(),
        }
    }

    fn value(&self, line: usize) -> Value {
        match self {
            Column::Whole(all) => all[line].into(),
            Column::Real(all) => all[line].into(),
            Column::Words(all) => all[line].clone().into(),
        }
    }

    fn field(&self, name: &str) -> Result<Type, ParquetError> {
        let (physical, converted) = match self {
            Column::Whole(_) => (Physical::INT64, ConvertedType::NONE),
            Column::Real(_) => (Physical::DOUBLE, ConvertedType::NONE),
            Column::Words(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        };
        let field = Type::primitive_type_builder(name, physical).with_converted_type(converted);
        field.with_repetition(Repetition::REQUIRED).build()
    }
}
