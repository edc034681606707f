//! Where the clauses of comments belong, and the calls that mark them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use proc_macro2::{Span, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Attribute, Block, Expr, ExprMatch, ImplItemFn, ItemFn, Stmt, parse_quote};

use crate::comments;

/// The clauses that nothing has claimed yet, by line. What is inside claims first.
pub struct Marks(BTreeMap<usize, Vec<String>>);

impl Marks {
    pub fn of(source: &str) -> Marks {
        Marks(comments::by_line(source))
    }

    fn claim(&mut self, lines: RangeInclusive<usize>) -> Vec<Stmt> {
        let keys: Vec<usize> = self.0.range(lines).map(|(line, _)| *line).collect();
        marks(keys.iter().filter_map(|line| self.0.remove(line)).flatten())
    }

    /// What is cited in the documentation is reached when the function is entered.
    fn enter(&mut self, attributes: &[Attribute], block: &mut Block) {
        let documents = attributes.iter().filter(|a| a.path().is_ident("doc"));
        let text: String = documents.map(|a| a.meta.to_token_stream().to_string() + "\n").collect();
        block.stmts.splice(0..0, marks(comments::clauses(&text)));
    }
}

impl VisitMut for Marks {
    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        if function.sig.constness.is_none() {
            visit_mut::visit_impl_item_fn_mut(self, function);
            self.enter(&function.attrs, &mut function.block);
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if function.sig.constness.is_none() {
            visit_mut::visit_item_fn_mut(self, function);
            self.enter(&function.attrs, &mut function.block);
        }
    }

    /// A statement claims its own lines, and those between it and the one before.
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let lines = lines(block);
        if lines.start() == lines.end() {
            return; // Its comment belongs to what it is a part of.
        }
        let mut from = lines.start() + 1;
        for statement in std::mem::take(&mut block.stmts) {
            let end = *self::lines(&statement).end();
            block.stmts.extend(self.claim(from..=end));
            block.stmts.push(statement);
            from = end + 1;
        }
    }

    fn visit_expr_match_mut(&mut self, choice: &mut ExprMatch) {
        visit_mut::visit_expr_match_mut(self, choice);
        let mut from = line(choice.brace_token.span.open()) + 1;
        for arm in &mut choice.arms {
            let end = *lines(arm).end();
            if from <= end {
                put_first(self.claim(from..=end), arm);
            }
            from = end + 1;
        }
    }
}

fn put_first(mut marks: Vec<Stmt>, arm: &mut Arm) {
    match &mut *arm.body {
        _ if marks.is_empty() => {}
        Expr::Block(body) if body.label.is_none() => _ = body.block.stmts.splice(0..0, marks),
        body => {
            marks.push(Stmt::Expr(body.clone(), None));
            *body = parse_quote!({ #(#marks)* });
        }
    }
}

fn marks(clauses: impl IntoIterator<Item = String>) -> Vec<Stmt> {
    let mark = |clause: String| {
        parse_quote!(
            #[cfg(debug_assertions)]
            ::astrarium_core::cite::reach(#clause);
        )
    };
    clauses.into_iter().map(mark).collect()
}

/// From the first to the last of a part of the source.
fn lines(part: &impl ToTokens) -> RangeInclusive<usize> {
    let tokens: Vec<TokenTree> = part.to_token_stream().into_iter().collect();
    let first = tokens.first().map_or_else(Span::call_site, opening);
    let last = tokens.last().map_or_else(Span::call_site, closing);
    line(first)..=last.unwrap().end().line()
}

fn line(span: Span) -> usize {
    span.unwrap().line()
}

fn opening(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn closing(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}
