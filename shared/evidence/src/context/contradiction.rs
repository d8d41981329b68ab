//! Claims that contradict themselves.

use super::said::Said;
use super::warning::{Severity, Warnings, quote};
use crate::claim::{
    Claim,
    direction::Direction,
    quantity::{Bound, Quantity, Unit},
};

/// How far a stated change may be from the one between the stated figures, as a share of the latter: figures in
/// speech are rounded.
const TOLERANCE: f64 = 0.25;

pub(super) fn check(claim: &Claim, warnings: &mut Warnings) {
    let said = Said::new(&claim.text);
    if claim.negated {
        return;
    }
    check_from_to(claim, &said, warnings);
    check_sign(claim, &said, warnings);
}

/// "Rose from 6 to 4 percent", "doubled from 10 to 15".
fn check_from_to(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    for pair in claim.quantities.windows(2) {
        let [from, to] = pair else { continue };
        let is_pair = from.unit == to.unit
            && said.before(&from.span).next() == Some("from")
            && said.between(&from.span, &to.span) == "to";
        if !is_pair {
            continue;
        }
        let words = quote(claim.text.get(from.span.start..to.span.end).unwrap_or_default());
        match claim.direction {
            Some(Direction::Increase) if to.value < from.value => {
                warnings.add(Severity::Conflict, format!("the claim says it rose, but {words} is a fall"));
            }
            Some(Direction::Decrease) if to.value > from.value => {
                warnings.add(Severity::Conflict, format!("the claim says it fell, but {words} is a rise"));
            }
            _ => check_multiple(claim, from, to, &words, warnings),
        }
    }
}

/// "Tripled from 10 to 20".
fn check_multiple(claim: &Claim, from: &Quantity, to: &Quantity, words: &str, warnings: &mut Warnings) {
    let stated = claim.quantities.iter().find(|quantity| quantity.unit == Unit::Multiple);
    let Some(stated) = stated.filter(|stated| stated.bound == Bound::Exactly) else { return };
    let ratio = to.value / from.value;
    if ratio.is_finite() && ratio > 0.0 && (stated.value / ratio - 1.0).abs() > TOLERANCE {
        let multiple = quote(claim.text.get(stated.span.clone()).unwrap_or_default());
        let text = format!("the claim says {multiple}, but {words} is {ratio:.1} times as much");
        warnings.add(Severity::Conflict, text);
    }
}

/// "Rose, down 5 percent", "fell by 120 percent".
fn check_sign(claim: &Claim, said: &Said, warnings: &mut Warnings) {
    let [quantity] = claim.quantities.as_slice() else { return };
    if !matches!(quantity.unit, Unit::Percent | Unit::PercentagePoints) {
        return;
    }
    let words = quote(claim.text.get(quantity.span.clone()).unwrap_or_default());
    let beside = said.before(&quantity.span).next();
    let other_clause =
        said.any_of(&["but", "while", "before", "after", "then", "and", "although", "from", "than"]);
    let opposite = match claim.direction {
        Some(Direction::Increase) => {
            (beside == Some("down") || quantity.value < 0.0).then_some(("rose", "down"))
        }
        Some(Direction::Decrease) => (beside == Some("up")).then_some(("fell", "up")),
        _ => None,
    };
    if let Some((verb, sign)) = opposite.filter(|_| !other_clause) {
        warnings.add(Severity::Conflict, format!("the claim says it {verb}, and {sign} {words}"));
    }
    let is_level = matches!(beside, Some("to" | "at" | "of" | "from"));
    let falls = claim.direction == Some(Direction::Decrease) && quantity.unit == Unit::Percent;
    if falls && quantity.value > 100.0 && !is_level && quantity.bound != Bound::AtMost {
        warnings.add(
            Severity::Impossible,
            format!("nothing falls by more than 100 percent, the claim says {words}"),
        );
    }
}
