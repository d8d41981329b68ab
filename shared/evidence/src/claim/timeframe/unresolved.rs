//! Periods only a person can place: "under the last administration", "since the pandemic", "in recent years".

use super::{CalendarUnit, Period, Reading};
use crate::claim::words::{Kind, Words};

/// How many words may stand between "under" and "administration".
const REACH: usize = 5;

pub(super) fn read(words: &Words, index: usize) -> Option<Reading> {
    let end = match words.word(index) {
        "under" => reign(words, index).or_else(|| under_person(words, index)),
        "during" | "throughout" => reign(words, index).or_else(|| event(words, index + 1)),
        "in" => reign(words, index).filter(|end| matches!(words.word(*end - 1), "era" | "years")),
        "on" => watch(words, index),
        "since" => return since(words, index),
        "recently" | "lately" | "nowadays" => Some(index + 1),
        "recent" => matches!(words.word(index + 1), "years" | "months" | "decades" | "weeks" | "times")
            .then_some(index + 2),
        "over" => words.phrase(index, &["over", "the", "years"]),
        "these" => words.phrase(index, &["these", "days"]),
        _ => None,
    }?;
    Some(Reading::new(Period::Unresolved, index, end))
}

/// "under the last administration", "during the Obama years": the end of the noun.
fn reign(words: &Words, index: usize) -> Option<usize> {
    for at in index + 1..=index + REACH {
        if words.kind(at).is_none_or(|kind| kind != Kind::Word && kind != Kind::Clitic) {
            return None;
        }
        let noun = match words.word(at) {
            // Agencies are administrations too.
            "administration" => !matches!(
                words.before(at, 1),
                "security"
                    | "drug"
                    | "aviation"
                    | "business"
                    | "transportation"
                    | "services"
                    | "enforcement"
                    | "safety"
                    | "health"
                    | "veterans"
                    | "oceanic"
                    | "space"
                    | "information"
                    | "railroad"
                    | "highway"
            ),
            "presidency" | "premiership" | "chancellorship" | "leadership" | "watch" | "era" | "tenure"
            | "regime" => true,
            "government" | "rule" => at > index + 1 && words.word(index) == "under",
            "years" => at > index + 2 && words.word(index + 1) == "the" && words.capitalised(at - 1),
            _ => false,
        };
        if noun {
            return Some(at + 1);
        }
    }
    None
}

/// "under President Biden", "under Trump".
fn under_person(words: &Words, index: usize) -> Option<usize> {
    let mut at = index + 1;
    let titled = matches!(
        words.word(at),
        "president"
            | "chancellor"
            | "governor"
            | "mayor"
            | "premier"
            | "senator"
            | "secretary"
            | "king"
            | "queen"
    ) || words.phrase(at, &["prime", "minister"]).is_some();
    while matches!(
        words.word(at),
        "president"
            | "prime"
            | "minister"
            | "chancellor"
            | "governor"
            | "mayor"
            | "premier"
            | "senator"
            | "secretary"
            | "king"
            | "queen"
            | "former"
            | "mr"
            | "mrs"
            | "ms"
    ) || words.sign(at) == '.' && at > index + 1
    {
        at += 1;
    }
    let name = words.word(at);
    let person =
        titled && !name.is_empty() && words.capitalised(at) || is_leader(name) || looks_like_name(words, at);
    if !person {
        return None;
    }
    let surname = words.capitalised(at + 1) && !words.capitalised(at + 2);
    Some(at + 1 + usize::from(surname))
}

/// Heads of government whose names come up without a title, also in lower-case transcripts.
fn is_leader(name: &str) -> bool {
    matches!(
        name,
        "trump"
            | "biden"
            | "obama"
            | "bush"
            | "clinton"
            | "reagan"
            | "carter"
            | "nixon"
            | "kennedy"
            | "eisenhower"
            | "sunak"
            | "starmer"
            | "truss"
            | "cameron"
            | "blair"
            | "thatcher"
            | "merkel"
            | "scholz"
            | "merz"
            | "macron"
            | "hollande"
            | "sarkozy"
            | "trudeau"
            | "harper"
            | "carney"
            | "modi"
            | "bolsonaro"
            | "lula"
            | "milei"
            | "putin"
            | "zelensky"
            | "erdogan"
            | "netanyahu"
            | "orban"
            | "meloni"
            | "albanese"
            | "morrison"
            | "ardern"
    )
}

/// A capitalised word that is no acronym, no law and not followed by more of a title: "under Smith, taxes rose".
fn looks_like_name(words: &Words, index: usize) -> bool {
    let raw = words.raw(index);
    let acronym = raw.chars().nth(1).is_some_and(char::is_uppercase);
    let law = raw.ends_with("care")
        || matches!(
            words.word(index),
            "section"
                | "title"
                | "article"
                | "chapter"
                | "part"
                | "rule"
                | "law"
                | "act"
                | "medicaid"
                | "the"
                | "this"
                | "federal"
                | "state"
                | "american"
                | "labor"
                | "labour"
                | "democrats"
                | "republicans"
                | "conservatives"
                | "amendment"
                | "proposition"
                | "operation"
                | "islamic"
                | "sharia"
                | "roman"
                | "communist"
                | "soviet"
                | "armour"
                | "secretary"
                | "schedule"
                | "no"
                | "our"
                | "his"
                | "her"
                | "my"
                | "their"
                | "a"
                | "an"
        );
    words.capitalised(index)
        && !acronym
        && raw.len() > 2
        && !law
        && (index < 2 || !words.capitalised(index - 1))
        && !words.capitalised(index + 1)
        && words.kind(index + 1) != Some(Kind::Number)
}

/// "on his watch", "on Biden's watch".
fn watch(words: &Words, index: usize) -> Option<usize> {
    (index + 2..index + 4).find(|at| words.word(*at) == "watch").map(|at| at + 1)
}

/// "since the pandemic", "since he took office", "since last year"; years are read elsewhere.
fn since(words: &Words, index: usize) -> Option<Reading> {
    if words.word(index + 1) == "last" {
        let unit = match words.word(index + 2) {
            "week" => CalendarUnit::Week,
            "month" => CalendarUnit::Month,
            "quarter" => CalendarUnit::Quarter,
            "year" => CalendarUnit::Year,
            _ => return None,
        };
        return Some(Reading::new(Period::Trailing { count: 1, unit }, index, index + 3));
    }
    let end = event(words, index + 1)
        .or_else(|| office(words, index + 1))
        .or_else(|| (words.word(index + 1) == "then").then_some(index + 2))
        .or_else(|| super::month::spoken(words, index + 1).map(|reading| reading.end))?;
    Some(Reading::new(Period::Unresolved, index, end))
}

/// A known event, with up to three words before it: "the pandemic", "the 2008 financial crisis", "Brexit".
fn event(words: &Words, index: usize) -> Option<usize> {
    (index..index + 4)
        .take_while(|at| matches!(words.kind(*at), Some(Kind::Word | Kind::Number)))
        .find(|at| {
            matches!(
                words.word(*at),
                "pandemic"
                    | "covid"
                    | "coronavirus"
                    | "war"
                    | "crisis"
                    | "recession"
                    | "depression"
                    | "election"
                    | "invasion"
                    | "lockdown"
                    | "lockdowns"
                    | "referendum"
                    | "brexit"
                    | "inauguration"
                    | "revolution"
                    | "independence"
                    | "crash"
                    | "reunification"
                    | "shutdown"
            )
        })
        .map(|at| at + 1)
}

/// "he took office", "Biden became president", "taking office".
fn office(words: &Words, index: usize) -> Option<usize> {
    let verb = (index..index + 5).take_while(|at| words.kind(*at) == Some(Kind::Word)).find(|at| {
        matches!(
            words.word(*at),
            "took"
                | "taking"
                | "came"
                | "coming"
                | "became"
                | "becoming"
                | "entered"
                | "elected"
                | "left"
                | "leaving"
        )
    })?;
    let object = matches!(
        words.word(verb + 1),
        "office" | "power" | "over" | "president" | "governor" | "mayor" | "to" | "in" | "into"
    );
    let power = matches!(words.word(verb + 2), "power" | "office" | "minister");
    Some(verb + 1 + usize::from(object) + usize::from(object && power))
}
