//! A question that asks for several things, as several questions: each has a sentence of its own for its answer.

/// What two questions in one sentence are joined by.
const JOINTS: [&str; 6] = ["and", "or", "but", "then", "+", "&"];
/// What a question begins with.
const OPENINGS: [&str; 26] = [
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why", "is", "are", "does", "do", "did",
    "may", "must", "can", "could", "should", "will", "would", "has", "have", "was", "were", "until",
];
/// What may stand before such a word: `from which day`.
const BEFORE_OPENINGS: [&str; 8] = ["by", "from", "in", "on", "at", "to", "for", "within"];
/// Words that a part has at least.
const FEWEST_WORDS: usize = 2;

/// The things that `question` asks for, one by one: its sentences with a question mark, or all where none has one,
/// each cut where a further question begins. At least one, and none without a word that carries meaning, unless the
/// question has none.
pub(crate) fn parts(question: &str) -> Vec<String> {
    let sentences = evidence::sentences::split(question);
    let asks = |sentence: &&str| sentence.trim_end().ends_with('?');
    let some_ask = sentences.iter().any(asks);
    let asked = sentences.iter().filter(|sentence| !some_ask || asks(sentence));
    let mut parts: Vec<String> = asked.flat_map(|sentence| of_sentence(sentence)).collect();
    parts.retain(|part| !corpus::terms(part).is_empty());
    if parts.is_empty() { vec![question.to_owned()] } else { parts }
}

fn of_sentence(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for (place, word) in words.iter().enumerate() {
        let is_long = parts.last().is_some_and(|part| part.len() >= FEWEST_WORDS);
        if is_long && begins_question(&words[..place], &words[place..]) {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(word);
        }
    }
    parts.iter().map(|part| part.join(" ")).collect()
}

/// Whether `rest` is a further question behind `before`.
fn begins_question(before: &[&str], rest: &[&str]) -> bool {
    let opens =
        |word: Option<&&str>| word.is_some_and(|word| OPENINGS.contains(&word.to_lowercase().as_str()));
    let Some(last) = before.last() else { return false };
    if *last == "+" || *last == "/" {
        return true;
    }
    let joined = JOINTS.contains(last) || last.ends_with([',', ';', ':']);
    joined && (opens(rest.first()) || BEFORE_OPENINGS.contains(&rest[0]) && opens(rest.get(1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_questions_in_one_are_two_parts() {
        let cases: [(&str, &[&str]); 6] = [
            ("How long is it stored, and who pays?", &["How long is it stored, and", "who pays?"]),
            (
                "When is it due and from which day does interest run?",
                &["When is it due and", "from which day does interest run?"],
            ),
            ("deadline for papers + fee when late", &["deadline for papers +", "fee when late"]),
            ("Our boxes are late. What is the fee?", &["What is the fee?"]),
            ("fish and chips", &["fish and chips"]),
            ("is it", &["is it"]),
        ];
        for (question, expected) in cases {
            assert_eq!(parts(question), expected, "{question}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_part(question in "(how |what |and |\\+ |, |[a-z]{1,6} |\\? |é){0,20}") {
            prop_assert!(!parts(&question).is_empty());
        }
    }
}
