//! The component packs that tables began with.

use std::collections::HashSet;

use astrarium_core::Files;
use astrarium_games::Title;
use sqlx::{Connection, Row as _};

use super::read::json as read;
use super::write::json;
use super::{Store, StoreError};
use crate::error::Error;

impl Store {
    /// Keeps the packs that are not kept yet. When this returns, they are on the disk.
    pub async fn keep_packs(&self, packs: Vec<(Title, String, &Files)>) -> Result<(), StoreError> {
        let mut connection = self.link.connect().await?;
        let kept = sqlx::query("SELECT title, name FROM packs").fetch_all(&mut connection).await?;
        let kept = kept.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
        let kept: HashSet<(String, String)> = kept.collect::<Result<_, sqlx::Error>>()?;
        let missing: Vec<_> =
            packs.into_iter().filter(|(t, n, _)| !kept.contains(&(t.to_string(), n.clone()))).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let mut tx = connection.begin().await?;
        for (title, name, files) in missing {
            let query = "INSERT INTO packs (title, name, files) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let query = sqlx::query(query).bind(title.to_string()).bind(name).bind(json(&files.texts()));
            query.execute(&mut *tx).await?;
        }
        Ok(tx.commit().await?)
    }

    /// A pack that was kept, by the name that records give it.
    pub async fn pack(&self, title: Title, name: &str) -> Result<Option<Files>, Error> {
        if !self.has_packs {
            return Ok(None);
        }
        let query = sqlx::query("SELECT files FROM packs WHERE title = $1 AND name = $2");
        let rows = self.rows(query.bind(title.to_string()).bind(name.to_string())).await?;
        let texts = rows.first().map(|row| read::<Vec<(String, String)>>(row.try_get(0)?)).transpose()?;
        Ok(texts.map(Files::new))
    }
}
