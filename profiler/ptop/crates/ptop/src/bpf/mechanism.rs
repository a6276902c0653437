//! Choosing how a probe measures.

use super::load_error::LoadError;

/// Loads by the first of several mechanisms that this kernel takes, the best one first. Refused memory ends the search:
/// a lesser mechanism would only measure less of the same.
///
/// # Errors
/// With the error of the last one, or with that of refused memory.
pub fn by_first<W: Copy, T>(
    best: W,
    others: &[W],
    mut load: impl FnMut(W) -> Result<T, LoadError>,
) -> Result<T, LoadError> {
    let mut loaded = load(best);
    for way in others {
        match loaded {
            Err(load_error) if !load_error.is_out_of_memory() => loaded = load(*way),
            done => return done,
        }
    }
    loaded
}

#[cfg(test)]
mod tests {
    use super::by_first;
    use crate::bpf::LoadError;

    fn load_error(code: &'static str) -> LoadError {
        LoadError::failed(code, "It failed.".to_owned(), None, "")
    }

    #[test]
    fn the_best_that_works_is_taken_and_the_last_reason_is_reported() {
        let works =
            |least: u32| by_first(3, &[2, 1], |way| if way <= least { Ok(way) } else { Err(load_error("older")) });
        assert_eq!([3, 2, 1].map(|least| works(least).ok()), [Some(3), Some(2), Some(1)]);
        for (code, ways) in [("no_such_hook", &[2, 1][..]), ("out_of_memory", &[2])] {
            let mut tried = Vec::new();
            let refused = by_first(2, &[1], |way| {
                tried.push(way);
                Err::<u32, _>(load_error(code))
            });
            assert_eq!(
                (refused.err().map(|load_error| load_error.is_out_of_memory()), tried),
                (Some(ways.len() == 1), ways.to_vec())
            );
        }
    }
}
