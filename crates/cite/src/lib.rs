//! `#[cited]` and `#[derive(Encode)]`. A line whose comment cites a clause says so when it runs.
//!
//! Rules cite clauses in comments, one line and its clause: `require!(purse >= price, Illegal::TooDear); // XX-012`. A comment does not
//! run, so nobody could tell whether a scenario that names XX-012 ever came here. This attribute reads the comments of the file that it
//! is used in and puts a call of `astrarium_core::cite::reach` before what they belong to. The calls are built with debug assertions
//! only: a release has none of them.

mod encode; // views as numbers
mod comments; // the clauses in a file's comments
mod marks; // where they belong

use proc_macro::TokenStream;
use proc_macro2::Span;
use quote::ToTokens;
use syn::visit_mut::VisitMut;

/// On an `impl` or a function: whatever a comment cites is marked as reached when the line runs.
///
/// A comment belongs to the innermost statement or arm of a `match` on whose lines it is, or which follows it; the clauses in the
/// documentation of a function, to its entry. Constant functions stay as they are.
#[proc_macro_attribute]
pub fn cited(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut item = syn::parse_macro_input!(item as syn::Item);
    let file = Span::call_site().unwrap().local_file();
    // Without its file, as in some editors, the item is built as it is.
    let source = file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    marks::Marks::of(&source).visit_item_mut(&mut item);
    item.into_token_stream().into()
}

/// On a struct with named fields: it can be written as whole numbers in fixed places (`astrarium_core::Encode`). What serde skips is
/// left out, and what is marked `#[encode(skip)]`; words are listed, `#[encode(words("high", "low"))]`.
#[proc_macro_derive(Encode, attributes(encode))]
pub fn encode(item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::DeriveInput);
    encode::derive(&item).unwrap_or_else(|e| e.to_compile_error()).into()
}
