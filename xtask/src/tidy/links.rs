//! Links in Markdown lead somewhere: to a file of the project, and to a heading of it. Every page of the book is in its summary.

use super::{Fault, File, Tree};

const SUMMARY: &str = "docs/SUMMARY.md";

pub fn check(tree: &Tree) -> Vec<Fault> {
    let pages = || tree.0.iter().filter(|f| f.path.ends_with(".md"));
    let summary = tree.get(SUMMARY).map_or("", |f| &f.text);
    let unlisted = |f: &&File| {
        let page = f.path.strip_prefix("docs/").filter(|_| f.path != SUMMARY);
        page.is_some_and(|page| !summary.contains(&format!("({page})")))
    };
    let lost = pages().filter(unlisted).map(|f| Fault::new(&f.path, 0, format!("is in no chapter of {SUMMARY}")));
    pages().flat_map(|f| dead(tree, f)).chain(lost).collect()
}

/// The links of a page that lead nowhere.
fn dead(tree: &Tree, page: &File) -> Vec<Fault> {
    let fault = |(line, link): (usize, &str)| {
        let (path, heading) = link.split_once('#').unwrap_or((link, ""));
        let path = if path.is_empty() { page.path.clone() } else { beside(&page.path, path) };
        let what = if !tree.has(&path) {
            format!("links to {path}, which is not there")
        } else if !heading.is_empty() && !tree.get(&path).is_some_and(|f| headings(&f.text).any(|h| h == heading)) {
            format!("links to the heading #{heading}, which {path} does not have")
        } else {
            return None;
        };
        Some(Fault::new(&page.path, line, what))
    };
    links(&page.text).into_iter().filter(|(_, link)| !link.contains("://")).filter_map(fault).collect()
}

/// Where `](…)` leads, with the line; code is left out.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        let plain = line.split('`').step_by(2);
        let ends = plain.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split_once(')'));
        links.extend(ends.map(|(link, _)| (number, link)));
    }
    links
}

/// The lines outside fenced code, counted from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().map(|(k, line)| (k + 1, line)).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The ids that headings have in the book and on the web: lower case, spaces as hyphens, no other signs.
fn headings(text: &str) -> impl Iterator<Item = String> {
    prose(text).filter_map(|(_, line)| line.strip_prefix('#')).map(|rest| {
        let name = rest.trim_start_matches('#').trim().to_lowercase();
        let signs = name.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        signs.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// A relative link, from the root of the project.
fn beside(page: &str, link: &str) -> String {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(page: &str) -> Vec<String> {
        let summary = "[Play](play.md) [Host](host.md)";
        let files =
            [(SUMMARY, summary), ("docs/play.md", page), ("docs/host.md", "# At home\n## Two servers, one log")];
        check(&Tree::of(&files)).into_iter().map(|f| format!("{}:{} {}", f.path, f.line, f.what)).collect()
    }

    #[test]
    fn links_that_lead_somewhere_are_fine() {
        assert_eq!(faults("# Play\n[a](host.md#two-servers-one-log) [b](../docs/host.md) [c](#play)"), [""; 0]);
        assert_eq!(faults("`[a](nowhere.md)`\n```\n[b](nowhere.md)\n```\n[c](https://example.org/x.md)"), [""; 0]);
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        assert_eq!(faults("\n[a](hots.md)"), ["docs/play.md:2 links to docs/hots.md, which is not there"]);
        let heading = "docs/play.md:1 links to the heading #at-sea, which docs/host.md does not have";
        assert_eq!(faults("[a](host.md#at-sea)"), [heading]);
    }

    #[test]
    fn a_page_outside_the_book_is_named() {
        let files = [(SUMMARY, ""), ("docs/play.md", ""), ("README.md", "")];
        assert_eq!(check(&Tree::of(&files)).iter().map(|f| &f.path[..]).collect::<Vec<_>>(), ["docs/play.md"]);
    }
}
