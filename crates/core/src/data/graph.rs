//! Trees and maps of a pack as graphs: what is reached, and what leads in a circle.

use std::fmt::Display;

use crate::{Piece, Set};

/// Everything that is reached from these, step by step.
pub fn reached<N: Piece>(from: Set<N>, next: impl Fn(N) -> Set<N>) -> Set<N> {
    let (mut all, mut fresh) = (from, from);
    while !fresh.is_empty() {
        fresh = fresh.iter().fold(Set::EMPTY, |more, node| more | next(node)) - all;
        all |= fresh;
    }
    all
}

/// The first circle that the needs of a node lead into, in words: `a needs b, b needs a`.
pub fn circle<N: Piece + Display>(from: N, needs: impl Fn(N) -> Set<N>) -> Option<String> {
    let mut done = Set::EMPTY;
    let circle = follow(&mut vec![from], &mut done, &needs)?;
    let after = circle.iter().cycle().skip(1);
    let pairs = circle.iter().zip(after).map(|(one, other)| format!("{one} needs {other}"));
    Some(pairs.collect::<Vec<_>>().join(", "))
}

/// Deeper from the end of a way; nodes that lead into no circle are done.
fn follow<N: Piece>(way: &mut Vec<N>, done: &mut Set<N>, needs: &impl Fn(N) -> Set<N>) -> Option<Vec<N>> {
    let end = *way.last()?;
    for next in needs(end) {
        if let Some(at) = way.iter().position(|node| *node == next) {
            return Some(way[at..].to_vec());
        }
        if !done.has(next) {
            way.push(next);
            if let Some(circle) = follow(way, done, needs) {
                return Some(circle);
            }
            way.pop();
        }
    }
    done.insert(end);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Number;

    type Node = Number<0, 9>;

    /// The nodes that a node names.
    fn named(edges: &'static [(u8, u8)]) -> impl Fn(Node) -> Set<Node> {
        |node| edges.iter().filter(|edge| edge.0 == node.0).map(|edge| Number(edge.1)).collect()
    }

    #[test]
    fn what_is_reached_is_found() {
        let all = reached(Set::of(Number(0)), named(&[(0, 1), (1, 2), (2, 0), (3, 1), (3, 4)]));
        assert_eq!(all, [0, 1, 2].map(Number).into_iter().collect());
    }

    #[test]
    fn circles_are_named() {
        let edges = &[(0, 1), (0, 2), (2, 3), (3, 4), (4, 2), (5, 5)];
        assert_eq!(circle(Number::<0, 9>(0), named(edges)).as_deref(), Some("2 needs 3, 3 needs 4, 4 needs 2"));
        assert_eq!(circle(Number::<0, 9>(5), named(edges)).as_deref(), Some("5 needs 5"));
        assert_eq!(circle(Number::<0, 9>(1), named(edges)), None);
        let diamond = &[(0, 1), (0, 2), (1, 3), (2, 3)];
        assert_eq!(circle(Number::<0, 9>(0), named(diamond)), None, "two ways to one node are no circle");
    }
}
