//! `#[derive(Encode)]`: the fields of a view one after another, without those that serde skips.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Error, Field, LitStr, Member, Token};

pub fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(syn::DataStruct { fields, .. }) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be encoded"));
    };
    let mut parts = Vec::new();
    for (field, member) in fields.iter().zip(fields.members()) {
        parts.extend(part(field, &member)?);
    }
    let (widths, (names, writes)): (Vec<_>, (Vec<_>, Vec<_>)) = parts.into_iter().map(|(w, n, e)| (w, (n, e))).unzip();
    let (name, (generics, types, bounds)) = (&input.ident, input.generics.split_for_impl());
    Ok(quote! {
        impl #generics ::astrarium_core::Encode for #name #types #bounds {
            const WIDTH: usize = 0 #(+ #widths)*;

            fn names(at: &str, out: &mut ::std::vec::Vec<::std::string::String>) {
                _ = (at, &out);
                #(#names)*
            }

            fn encode(&self, out: &mut [i16]) {
                let rest = out;
                #(let (out, rest) = rest.split_at_mut(#widths); #writes)*
                _ = rest;
            }
        }
    })
}

type Part = (TokenStream, TokenStream, TokenStream);

/// Of a field its width, its names and its writing.
fn part(field: &Field, member: &Member) -> syn::Result<Option<Part>> {
    let mut words = None;
    for attribute in &field.attrs {
        if is(attribute, "serde") || is(attribute, "encode") {
            let mut skip = false;
            attribute.parse_nested_meta(|meta| {
                skip |= meta.path.is_ident("skip");
                if meta.path.is_ident("words") {
                    let inside;
                    syn::parenthesized!(inside in meta.input);
                    words = Some(Punctuated::<LitStr, Token![,]>::parse_terminated(&inside)?);
                } else if let Ok(value) = meta.value() {
                    value.parse::<syn::Expr>()?;
                }
                Ok(())
            })?;
            if skip {
                return Ok(None);
            }
        }
    }
    let ty = &field.ty;
    let name = member.to_token_stream().to_string().replace('_', "-");
    let at = quote! { &::astrarium_core::encode::join(at, #name) };
    Ok(Some(match words {
        None => (
            quote! { <#ty as ::astrarium_core::Encode>::WIDTH },
            quote! { <#ty as ::astrarium_core::Encode>::names(#at, out); },
            quote! { ::astrarium_core::Encode::encode(&self.#member, out); },
        ),
        Some(words) => {
            let (count, words) = (words.len(), words.iter());
            let known = quote! { [#(#words),*] };
            (
                quote! { #count },
                quote! { out.extend(#known.map(|word| ::astrarium_core::encode::join(#at, word))); },
                quote! { ::astrarium_core::encode::words(&self.#member, &#known, out); },
            )
        }
    }))
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().is_ident(name)
}
