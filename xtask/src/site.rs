//! The built documentation, as a browser finds it: every link of every page leads to a file, and to a place in it.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The links that lead nowhere, each with its page; also if there are no pages at all.
pub fn dead_links(site: &Path) -> Vec<String> {
    let pages = pages(site);
    let dead = pages.iter().flat_map(|page| {
        let text = read(page);
        let dead = links(&text).into_iter().filter(|link| !leads_somewhere(page, link));
        dead.map(|link| format!("{}: {link} leads nowhere", page.display())).collect::<BTreeSet<_>>()
    });
    if pages.is_empty() { vec![format!("{}: no pages", site.display())] } else { dead.collect() }
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let inside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = inside.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| pages(folder));
    below.chain(files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "html"))).collect()
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()))
}

/// What `href` and `src` say, except addresses of other sites and the root of the site, which only its 404 page names.
fn links(text: &str) -> Vec<String> {
    let quoted = [" href=\"", " src=\""].into_iter().flat_map(|name| text.split(name).skip(1));
    let links = quoted.filter_map(|rest| rest.split('"').next());
    links.filter(|link| !link.contains(':') && *link != "/").map(|link| link.replace("&amp;", "&")).collect()
}

fn leads_somewhere(page: &Path, link: &str) -> bool {
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.into() } else { resolved(&page.with_file_name("").join(path)) };
    target.is_file() && (place.is_empty() || read(&target).contains(&format!("id=\"{place}\"")))
}

/// Without `..`, which a browser resolves before it asks.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = resolved.pop(),
            part => resolved.push(part),
        }
    }
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let site = std::env::temp_dir().join(format!("astrarium-site-{}", std::process::id()));
        std::fs::create_dir_all(site.join("rules")).expect("writable");
        std::fs::write(site.join("host.html"), "<h2 id=\"backup\"></h2><a href=\"../deploy/x\"></a>")
            .expect("writable");
        let page = "<a href=\"../host.html#backup\"> <a href=\"../host.html#sea\"> <a href=\"https://x.org\"> <img src=\"no.png\">";
        std::fs::write(site.join("rules/a.html"), page).expect("writable");
        let found = dead_links(&site);
        let said = ["../host.html#sea leads nowhere", "no.png leads nowhere", "../deploy/x leads nowhere"];
        assert!(found.len() == 3 && found.iter().zip(said).all(|(found, said)| found.ends_with(said)), "{found:?}");
        std::fs::remove_dir_all(&site).expect("writable");
        assert!(dead_links(&site)[0].ends_with("no pages"));
    }
}
