//! How persons have done, and what they show of it.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::Store;
use super::read::parse;
use super::write::{Append, Fate, Work};
use crate::error::Error;
use crate::id::Guest;
use crate::rating::{Contest, Skill, Who};

/// Persons that one person may have blocked.
const BLOCKED: usize = 200;

/// How a person has done at one title with one number of players.
#[derive(Clone, Debug)]
pub struct Rated {
    pub title: String,
    pub players: i64,
    pub solo: bool,
    pub skill: Skill,
    pub games: i64,
}

/// Finished games of a title.
#[derive(Clone, Debug)]
pub struct Record {
    pub title: String,
    pub games: i64,
    pub won: i64,
    pub kept: i64,
    /// The mean of the medians, in milliseconds.
    pub pace: Option<i64>,
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Discreet(bool),
    Block(Guest, bool),
}

impl Store {
    pub async fn ratings(&self, person: Guest) -> Result<Vec<Rated>, Error> {
        let query = "SELECT title, players, solo, rating, uncertainty, games FROM ratings WHERE person = $1 \
                     ORDER BY title, solo, players";
        let rated = |row: &AnyRow| {
            let (title, players, solo) = (row.try_get(0)?, row.try_get(1)?, row.try_get::<i64, _>(2)? != 0);
            let skill = Skill::stored(row.try_get(3)?, row.try_get(4)?);
            Ok(Rated { title, players, solo, skill, games: row.try_get(5)? })
        };
        self.rows(sqlx::query(query).bind(person.0.to_string())).await?.iter().map(rated).collect()
    }

    /// Finished games by title, the favourite one first.
    pub async fn played(&self, person: Guest) -> Result<Vec<Record>, Error> {
        let query = "SELECT title, COUNT(*), COUNT(CASE WHEN place = 1 THEN 1 END), COUNT(CASE WHEN kept = 1 THEN 1 END), \
                     CAST(AVG(pace) AS BIGINT) FROM played WHERE person = $1 GROUP BY title ORDER BY COUNT(*) DESC, title";
        let record = |row: &AnyRow| {
            let (title, games, won) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            Ok(Record { title, games, won, kept: row.try_get(3)?, pace: row.try_get(4)? })
        };
        self.rows(sqlx::query(query).bind(person.0.to_string())).await?.iter().map(record).collect()
    }

    /// Whether the person shows nobody how they have played.
    pub async fn is_discreet(&self, person: Guest) -> Result<bool, Error> {
        let query = sqlx::query("SELECT 1 FROM discreet WHERE person = $1").bind(person.0.to_string());
        Ok(!self.rows(query).await?.is_empty())
    }

    pub async fn blocked_by(&self, person: Guest) -> Result<Vec<Guest>, Error> {
        let query = sqlx::query("SELECT other FROM blocks WHERE person = $1 ORDER BY other").bind(person.0.to_string());
        self.rows(query).await?.iter().map(|row| parse(row.try_get(0)?).map(Guest)).collect()
    }

    pub async fn set_discreet(&self, person: Guest, discreet: bool) -> Result<(), Error> {
        self.change_profile(person, Change::Discreet(discreet)).await
    }

    pub async fn block(&self, person: Guest, other: Guest, block: bool) -> Result<(), Error> {
        self.change_profile(person, Change::Block(other, block)).await
    }

    async fn change_profile(&self, person: Guest, change: Change) -> Result<(), Error> {
        match self.fate(Work::Profile(person, change)).await {
            Fate::Stored => Ok(()),
            Fate::Full => Err(Error::TooMany("blocked persons", BLOCKED)),
            Fate::Race | Fate::Unknown => Err(Error::Busy),
        }
    }
}

pub(super) async fn store(tx: &mut AnyConnection, person: Guest, change: &Change) -> Result<Fate, sqlx::Error> {
    let (me, insert, delete, other) = match change {
        Change::Discreet(_) => {
            let insert = "INSERT INTO discreet (person) VALUES ($1) ON CONFLICT DO NOTHING";
            (person, insert, "DELETE FROM discreet WHERE person = $1", None)
        }
        Change::Block(other, _) => {
            let insert = "INSERT INTO blocks (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            (person, insert, "DELETE FROM blocks WHERE person = $1 AND other = $2", Some(*other))
        }
    };
    let me = me.0.to_string();
    if matches!(change, Change::Block(_, true)) {
        let count = sqlx::query("SELECT COUNT(*) FROM blocks WHERE person = $1").bind(&me);
        if count.fetch_one(&mut *tx).await?.try_get::<i64, _>(0)? as usize >= BLOCKED {
            return Ok(Fate::Full);
        }
    }
    let (Change::Discreet(on) | Change::Block(_, on)) = change;
    let query = sqlx::query(if *on { insert } else { delete }).bind(me);
    let query = other.into_iter().fold(query, |query, other| query.bind(other.0.to_string()));
    query.execute(tx).await?;
    Ok(Fate::Stored)
}

/// What a finished game counts for, in the transaction of its last event. Nobody else counts at the same time: results are locked.
pub(super) async fn count(tx: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    let Some(contest) = &append.contest else { return Ok(()) };
    for played in &contest.played {
        let query = "INSERT INTO played (table_id, person, title, place, kept, pace) VALUES ($1, $2, $3, $4, $5, $6) \
                     ON CONFLICT DO NOTHING";
        let query = sqlx::query(query).bind(append.index.id.to_string()).bind(played.person.0.to_string());
        let query = query.bind(&contest.title).bind(i64::from(played.place)).bind(i64::from(played.kept));
        query.bind(played.pace).execute(&mut *tx).await?;
    }
    let mut before = Vec::new();
    for entrant in &contest.entrants {
        if let Who::Person(person) = entrant.who {
            before.push((person, known(tx, person, contest).await?));
        }
    }
    let skill =
        |person| before.iter().find(|(known, _)| *known == person).map_or_else(Skill::default, |(_, skill)| *skill);
    for (person, skill) in contest.rate(skill) {
        let (rating, uncertainty) = skill.to_store();
        let query = "INSERT INTO ratings (person, title, players, solo, rating, uncertainty, games) \
                     VALUES ($1, $2, $3, $4, $5, $6, 1) ON CONFLICT (person, title, players, solo) DO UPDATE SET \
                     rating = excluded.rating, uncertainty = excluded.uncertainty, games = ratings.games + 1";
        let query = sqlx::query(query).bind(person.0.to_string()).bind(&contest.title).bind(contest.players);
        query.bind(i64::from(contest.solo)).bind(rating).bind(uncertainty).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn known(tx: &mut AnyConnection, person: Guest, contest: &Contest) -> Result<Skill, sqlx::Error> {
    let query =
        "SELECT rating, uncertainty FROM ratings WHERE person = $1 AND title = $2 AND players = $3 AND solo = $4";
    let query = sqlx::query(AssertSqlSafe(query)).bind(person.0.to_string()).bind(&contest.title);
    let row = query.bind(contest.players).bind(i64::from(contest.solo)).fetch_optional(tx).await?;
    row.map_or(Ok(Skill::default()), |row| Ok(Skill::stored(row.try_get(0)?, row.try_get(1)?)))
}
