//! A claim against one row of a table: every detail it states must be the row's.
//!
//! Such claims are told from the row, so one wrong detail makes them wrong: the year, the figure, the rank, the
//! span of an extreme, the side of an order.

use super::{Findings, counts, end_word, figures, judgement};
use crate::alignment::{Alignment, Judgement, Reason};
use crate::claim::{direction::Direction, location, quantity::Unit};
use crate::series::{
    spoken::{Figure, Role, Slack},
    statement::{Movement, Statement},
    stems::{self, Stem},
    table::{End, Extreme, Point, Record, Standing},
};

/// From this part of the claim's content words on, the row is of the same subject.
/// Of 515 claims with the row they were told from, nine had less, and all of 75 with the row of another claim.
const SAME_SUBJECT: f64 = 0.3;
/// How often the sides are right: always on the rows they were made with, in either half; a little is held back
/// for kinds of statement not seen there.
const ROW_AGREES: f64 = 0.93;
const ROW_DIFFERS: f64 = 0.92;
/// How often "not decided" is right where a place or subject was found and nothing settled it.
const UNDECIDED: f64 = 0.3;
/// From this part on, a claim that names no place speaks of the row's.
const MOST_OF_SUBJECT: f64 = 0.5;
/// No more numbers of the row's attributes than this are kept.
const MOST_NAMED_NUMBERS: usize = 200;

/// Judges by every detail the claim and the row share.
pub(super) fn judge(statement: &Statement, record: &Record) -> Option<Judgement> {
    let tie = Tie::new(statement, record);
    let mut findings = Findings::default();
    years(statement, record, &mut findings);
    ranks(statement, record, &mut findings);
    values(statement, record, &tie, &mut findings);
    movement(statement, record, &tie, &mut findings);
    standing(statement, record.standing, &mut findings);
    extreme(statement, record.extreme, &mut findings);
    conclude(&tie, findings)
}

/// What the claim and the row have in common apart from figures.
struct Tie {
    /// Whether the claim names the row's place.
    place: bool,
    /// The part of the claim's words found among the row's.
    subject: f64,
    /// The numbers among the row's attributes, places and unit: "aged 55 to 64", "67% of average wage".
    named_numbers: Vec<f64>,
    /// The row's attributes, places and unit in lower case.
    described: String,
    /// The words of the row's attributes.
    attribute_stems: Vec<Stem>,
    claimed_place: String,
    found_place: String,
}

impl Tie {
    fn new(statement: &Statement, record: &Record) -> Self {
        let attributes = record.attributes.join(" ; ");
        let places = record.places.join(" ; ");
        let whole: Vec<Stem> =
            [attributes.as_str(), &places, &record.unit].into_iter().flat_map(stems::of_text).collect();
        let subject = stems::share(&statement.stems, &whole);
        let named = stems::of_text(&places);
        let in_words = record.places.iter().any(|place| {
            let stems = stems::of_text(place);
            !stems.is_empty() && stems.iter().all(|stem| stems::has(&statement.stems, stem))
        });
        let located: Vec<_> = location::find(&places);
        let by_name = statement.claim.locations.iter().any(|claimed| {
            located.iter().any(|found| found.name == claimed.name || found.within.contains(&claimed.name))
        });
        let nowhere = statement.claim.locations.is_empty();
        let mostly = stems::share(&named, &statement.stems) >= 0.5;
        let described = format!("{attributes} ; {places} ; {}", record.unit).to_lowercase();
        let named_numbers = described
            .split(|character: char| !character.is_ascii_digit() && !matches!(character, '.' | ','))
            .filter_map(|number| number.trim_matches(['.', ',']).parse().ok())
            .take(MOST_NAMED_NUMBERS)
            .collect();
        let claimed_place =
            statement.claim.locations.first().map(|place| place.name.clone()).unwrap_or_default();
        let place = match record.places.as_slice() {
            [] => subject >= SAME_SUBJECT,
            _ => in_words || by_name || mostly || nowhere && subject >= MOST_OF_SUBJECT,
        };
        Self {
            place,
            subject,
            named_numbers,
            described,
            attribute_stems: stems::of_text(&attributes),
            claimed_place,
            found_place: record.places.first().cloned().unwrap_or_default(),
        }
    }
}

/// Every year of the claim must be one of the row's.
fn years(statement: &Statement, record: &Record, findings: &mut Findings) {
    let known: Vec<i32> = record.points.iter().filter_map(|point| point.year).collect();
    if known.is_empty() {
        return;
    }
    let named = |year: i32| {
        let year = year.to_string();
        record.attributes.iter().chain([&record.unit]).any(|attribute| attribute.contains(&year))
    };
    for year in &statement.years {
        if !known.contains(&year.value) && !named(year.value) {
            let found = known.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            findings.contradicting.push(Reason::TimeframeMismatch { claimed: year.value.to_string(), found });
        }
    }
}

/// Every rank of the claim must be one of the row's, and that of its year where the claim says which.
fn ranks(statement: &Statement, record: &Record, findings: &mut Findings) {
    if record.ranks.is_empty() {
        return;
    }
    for rank in &statement.ranks {
        let holds = record.ranks.contains(&rank.value);
        let found = record.ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        findings.add(holds, counts(holds, rank.value.to_string(), found));
    }
}

/// The factors a value may be multiplied with, the record's own first. Offices leave the multiplier out where the
/// unit's name is thought to say it, so that thousands and millions are tried too.
fn factors(record: &Record, figure: &Figure) -> Vec<f64> {
    if figure.is_percent() {
        // A share may be given as a fraction.
        return vec![1.0, 100.0];
    }
    let mut factors = vec![record.multiplier.unwrap_or(1.0)];
    for factor in [1.0, 1e3, 1e6, 1e9] {
        if !factors.contains(&factor) {
            factors.push(factor);
        }
    }
    factors
}

/// Every figure of the claim must be a value of the row or what follows from two of them.
fn values(statement: &Statement, record: &Record, tie: &Tie, findings: &mut Findings) {
    for figure in &statement.figures {
        let matched = candidates(figure, &record.points)
            .into_iter()
            .flat_map(|value| factors(record, figure).into_iter().map(move |factor| value * factor))
            .find(|value| says(figure, *value));
        if let Some(value) = matched {
            findings.supporting.push(figures(
                true,
                &figure.said,
                figure.value,
                value.abs(),
                figure.is_percent(),
            ));
        } else if !names_attribute(figure, tie) {
            let nearest = nearest(figure, record);
            findings.contradicting.push(figures(
                false,
                &figure.said,
                figure.value,
                nearest,
                figure.is_percent(),
            ));
        }
    }
}

/// Whether the figure is part of what the row is of: "two children", "aged 55 to 64", "67% of the average wage".
fn names_attribute(figure: &Figure, tie: &Tie) -> bool {
    let is_named = |value: f64| tie.named_numbers.iter().any(|number| (number - value).abs() < 1e-9);
    let in_words = figure.said.bytes().all(|byte| byte.is_ascii_alphabetic())
        && tie
            .described
            .split(|character: char| !character.is_alphanumeric())
            .any(|word| word == figure.said.to_lowercase());
    matches!(figure.unit, Unit::Count(_) | Unit::Percent)
        && (figure.role != Role::Change || figure.upper.is_some())
        && (in_words || is_named(figure.value) && figure.upper.is_none_or(is_named))
}

fn says(figure: &Figure, value: f64) -> bool {
    figure.says(value.abs(), Slack::Written) && !(figure.negative && value > 0.0)
}

/// The value of the row nearest to the figure, by the factor that brings it nearest.
fn nearest(figure: &Figure, record: &Record) -> f64 {
    let distance = |value: &f64| (value.abs() - figure.value).abs();
    candidates(figure, &record.points)
        .into_iter()
        .flat_map(|value| factors(record, figure).into_iter().take(1).map(move |factor| value * factor))
        .min_by(|left, right| distance(left).total_cmp(&distance(right)))
        .unwrap_or(0.0)
}

/// What the figure may be: a value, the difference of two, that as a part of the older, their ratio.
fn candidates(figure: &Figure, points: &[Point]) -> Vec<f64> {
    let mut found: Vec<f64> = match figure.role {
        Role::Change if points.len() == 2 => Vec::new(),
        _ => points.iter().map(|point| point.value).collect(),
    };
    let [older, newer] = points else { return found };
    let difference = newer.value - older.value;
    let ratio = newer.value / older.value;
    if figure.unit == Unit::Multiple {
        return [ratio, 1.0 / ratio].into_iter().filter(|value| value.is_finite()).collect();
    }
    if figure.role != Role::Level {
        // Said without its sign: the movement says which way.
        found.push(difference.abs());
        if figure.is_percent() {
            let parts = [difference / older.value, difference / newer.value];
            found
                .extend(parts.map(|part| (part * 100.0).abs()).into_iter().filter(|value| value.is_finite()));
        }
    }
    found
}

/// The movement said of the figure must be the row's.
fn movement(statement: &Statement, record: &Record, tie: &Tie, findings: &mut Findings) {
    let [older, newer] = record.points.as_slice() else { return };
    // "the tax rate on increasing hours fell": a word of the row's own name moves nothing.
    let is_name = |at: usize| {
        stems::of_text(statement.words.raw(at)).iter().any(|stem| stems::has(&tie.attribute_stems, stem))
    };
    let movement = statement.movements.iter().find(|movement| !movement.of_rank && !is_name(movement.at));
    let Some(movement) = movement else { return };
    let Some((from, to)) = compared(statement, movement, older, newer) else { return };
    let found = match to.value.total_cmp(&from.value) {
        std::cmp::Ordering::Less => Direction::Decrease,
        std::cmp::Ordering::Equal => Direction::Unchanged,
        std::cmp::Ordering::Greater => Direction::Increase,
    };
    if found == movement.direction {
        findings.supporting.push(Reason::DirectionMatch { direction: found });
    } else {
        findings.contradicting.push(Reason::DirectionMismatch { claimed: movement.direction, found });
    }
}

/// The points from which and to which it moved: by the order of time, or as "in 2010 than in 2020" has them.
fn compared<'record>(
    statement: &Statement,
    movement: &Movement,
    older: &'record Point,
    newer: &'record Point,
) -> Option<(&'record Point, &'record Point)> {
    let Some(than) = movement.than else { return Some((older, newer)) };
    let subject = statement.years.iter().rfind(|year| year.at < than).map(|year| year.value);
    let base = statement.years.iter().find(|year| year.at > than).map(|year| year.value);
    match (subject, base) {
        (_, Some(base)) if older.year == Some(base) => Some((older, newer)),
        (_, Some(base)) if newer.year == Some(base) => Some((newer, older)),
        (Some(subject), None) if newer.year == Some(subject) => Some((older, newer)),
        (Some(subject), None) if older.year == Some(subject) => Some((newer, older)),
        _ => None,
    }
}

/// "among the top 5" must be the row's own group.
fn standing(statement: &Statement, found: Option<Standing>, findings: &mut Findings) {
    let (Some(claimed), Some(found)) = (statement.standing, found) else { return };
    if claimed.end == found.end {
        let holds = claimed.size == found.size;
        findings.add(holds, counts(holds, claimed.size.to_string(), found.size.to_string()));
    } else {
        findings.contradicting.push(opposite(claimed.end, found.end));
    }
}

/// "highest in 12 years" must be the row's own extreme.
fn extreme(statement: &Statement, found: Option<Extreme>, findings: &mut Findings) {
    let (Some(claimed), Some(found)) = (statement.extreme, found) else { return };
    if claimed.end != found.end {
        findings.contradicting.push(opposite(claimed.end, found.end));
    } else if let (Some(claimed), Some(found)) = (claimed.years, found.years) {
        let holds = claimed == found;
        findings.add(holds, counts(holds, format!("{claimed} years"), format!("{found} years")));
    }
}

fn opposite(claimed: End, found: End) -> Reason {
    Reason::OppositeWords { claimed: end_word(claimed).to_owned(), found: end_word(found).to_owned() }
}

/// Weighs what was compared. A row of another place or another subject says nothing of the claim.
fn conclude(tie: &Tie, findings: Findings) -> Option<Judgement> {
    let same_subject = tie.subject >= SAME_SUBJECT;
    if !tie.place && !same_subject {
        return None;
    }
    if !tie.place {
        let (claimed, found) = (tie.claimed_place.clone(), tie.found_place.clone());
        return Some(judgement(
            Alignment::Neutral,
            UNDECIDED,
            vec![Reason::LocationMismatch { claimed, found }],
        ));
    }
    // One detail that is right shows that the row is meant, whatever it is called.
    let meant = same_subject || !findings.supporting.is_empty();
    if findings.contradicting.is_empty() && !findings.supporting.is_empty() {
        return Some(judgement(Alignment::Supports, ROW_AGREES, findings.supporting));
    }
    if findings.contradicting.is_empty() || !meant {
        return Some(judgement(Alignment::Neutral, UNDECIDED, vec![Reason::Wording { share: tie.subject }]));
    }
    let reasons = findings.contradicting.into_iter().chain(findings.supporting).collect();
    Some(judgement(Alignment::Contradicts, ROW_DIFFERS, reasons))
}
