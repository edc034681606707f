//! Where persons read e-mail.

use sqlx::{AnyConnection, Row as _};

use super::read::parse;
use super::write::{Fate, Work};
use super::{Store, persons};
use crate::error::Error;
use crate::id::Guest;

/// A person's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub person: Guest,
    pub address: String,
    pub confirmed: bool,
    /// The last letter.
    pub at: i64,
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Set(Address),
    /// A letter was sent.
    Sent(i64),
    /// Whoever used the link of a letter reads mail there. Nobody else has that address then.
    Confirm,
    Forget,
}

const ADDRESS: &str = "SELECT person, address, confirmed, at FROM mails";

impl Store {
    pub async fn mail_of(&self, person: Guest) -> Result<Option<Address>, Error> {
        let query = format!("{ADDRESS} WHERE person = $1");
        self.mail(sqlx::query(sqlx::AssertSqlSafe(query)).bind(person.0.to_string())).await
    }

    /// Who has confirmed an address.
    pub async fn mail_at(&self, address: &str) -> Result<Option<Address>, Error> {
        let query = format!("{ADDRESS} WHERE address = $1 AND confirmed = 1");
        self.mail(sqlx::query(sqlx::AssertSqlSafe(query)).bind(address.to_string())).await
    }

    /// When the last letter to an address was sent, whoever wanted it.
    pub async fn last_letter(&self, address: &str) -> Result<Option<i64>, Error> {
        let query = sqlx::query("SELECT MAX(at) FROM mails WHERE address = $1").bind(address.to_string());
        let rows = self.rows(query).await?;
        Ok(rows.first().map(|row| row.try_get::<Option<i64>, _>(0)).transpose()?.flatten())
    }

    async fn mail(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<Option<Address>, Error> {
        let rows = self.rows(query).await?;
        let address = |row: &sqlx::any::AnyRow| {
            let confirmed = row.try_get::<i64, _>(2)? != 0;
            let (person, address, at) = (Guest(parse(row.try_get(0)?)?), row.try_get(1)?, row.try_get(3)?);
            Ok(Address { person, address, confirmed, at })
        };
        rows.first().map(address).transpose()
    }

    pub async fn set_mail(&self, address: Address) -> Result<(), Error> {
        self.change_mail(address.person, Change::Set(address)).await
    }

    pub async fn letter_sent(&self, person: Guest, at: i64) -> Result<(), Error> {
        self.change_mail(person, Change::Sent(at)).await
    }

    pub async fn confirm_mail(&self, person: Guest) -> Result<(), Error> {
        self.change_mail(person, Change::Confirm).await
    }

    pub async fn forget_mail(&self, person: Guest) -> Result<(), Error> {
        self.change_mail(person, Change::Forget).await
    }

    async fn change_mail(&self, person: Guest, change: Change) -> Result<(), Error> {
        let stored = self.fate(Work::Person(person, persons::Change::Mail(change))).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }
}

pub(super) async fn store(tx: &mut AnyConnection, person: Guest, change: &Change) -> Result<Fate, sqlx::Error> {
    let me = person.0.to_string();
    match change {
        Change::Set(Address { address, at, .. }) => {
            let query = "INSERT INTO mails (person, address, confirmed, at) VALUES ($1, $2, 0, $3) \
                         ON CONFLICT (person) DO UPDATE SET confirmed = 0, address = excluded.address, at = excluded.at";
            sqlx::query(query).bind(&me).bind(address).bind(*at).execute(&mut *tx).await?;
            not_called(tx, &me).await?;
        }
        Change::Sent(at) => {
            let query = sqlx::query("UPDATE mails SET at = $1 WHERE person = $2").bind(*at).bind(me);
            query.execute(tx).await?;
        }
        Change::Confirm => {
            let others = "SELECT person FROM mails WHERE person <> $1 AND address IN (SELECT address FROM mails WHERE person = $1)";
            for row in sqlx::query(others).bind(&me).fetch_all(&mut *tx).await? {
                forget(tx, &row.try_get::<String, _>(0)?).await?;
            }
            sqlx::query("UPDATE mails SET confirmed = 1 WHERE person = $1").bind(me).execute(tx).await?;
        }
        Change::Forget => forget(tx, &me).await?,
    }
    Ok(Fate::Stored)
}

async fn forget(tx: &mut AnyConnection, person: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM mails WHERE person = $1").bind(person).execute(&mut *tx).await?;
    not_called(tx, person).await
}

/// Nobody is called at an address that is not theirs any more.
async fn not_called(tx: &mut AnyConnection, person: &str) -> Result<(), sqlx::Error> {
    let mine = "SELECT id FROM channels WHERE person = $1 AND kind = 'mail'";
    let calls = format!("DELETE FROM calls WHERE channel IN ({mine})");
    sqlx::query(sqlx::AssertSqlSafe(calls)).bind(person).execute(&mut *tx).await?;
    let channels = "DELETE FROM channels WHERE person = $1 AND kind = 'mail'";
    sqlx::query(channels).bind(person).execute(tx).await.map(drop)
}
