//! Text in any amount, for benches.

/// `count` words from the `start`th on, round and round.
#[must_use]
pub fn text_at(words: &[String], start: usize, count: usize) -> String {
    (start..start + count).map(|place| words[place % words.len()].as_str()).collect::<Vec<_>>().join(" ")
}

/// Words by Zipf's law, the same in each run: the n-th commonest is drawn n times less often than the first.
#[must_use]
pub fn zipf_words(count: usize) -> Vec<String> {
    let starter = include_str!("../../shared/corpus/data/starter.jsonl");
    let mut vocabulary: Vec<String> =
        starter.split(|character: char| !character.is_alphabetic()).map(str::to_lowercase).collect();
    vocabulary.extend((0..20_000).map(|number| format!("word{number}")));
    vocabulary.sort_unstable();
    vocabulary.dedup();
    let mut random = fastrand::Rng::with_seed(7);
    random.shuffle(&mut vocabulary);
    // exp(u · ln n) for a uniform u is the inverse of Zipf's distribution function, near enough.
    let most = (vocabulary.len() as f64).ln();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the vocabulary")]
    (0..count)
        .map(|_| vocabulary[((random.f64() * most).exp() as usize).min(vocabulary.len() - 1)].clone())
        .collect()
}
