use proptest::prelude::*;

use super::*;

fn line(text: &str) -> Line<'_> {
    Line { speaker: Some("A"), text }
}

/// The only sentence of `text`, however little it is worth checking.
fn only(text: &str) -> Detection<'_> {
    let detected = detect(&line(text), &[], 0.0);
    assert_eq!(detected.sentences, 1, "{text:?} is not one sentence");
    detected.claims.into_iter().next().unwrap()
}

#[test]
fn facts_that_can_be_looked_up_are_worth_checking() {
    for text in [
        "Unemployment fell to 3.9 percent last year.",
        "We spend more than four trillion dollars a year on health care.",
        "My opponent voted against the highway bill twice.",
        "Senator Brown said that the tax cut pays for itself.",
        "Germany produces more steel than France.",
        "Murders in our city have doubled since 2019.",
        "He closed twelve hospitals as governor.",
        "Wages have never been higher in this country.",
        "I think that inflation was nine percent when they took over.",
        "The deficit is the largest in our history.",
        "They raised taxes on the middle class.",
        "You voted to cut pensions.",
    ] {
        let found = only(text);
        assert!(found.priority >= 0.5, "{text:?} has only {}", found.priority);
    }
}

#[test]
fn questions_plans_opinions_and_courtesies_are_not() {
    for text in [
        "Good evening, and welcome to the debate.",
        "Thank you very much.",
        "Do you know how many people were laid off last year?",
        "I will never give up on the people of this state.",
        "We need to come together as a nation.",
        "I believe in the promise of this country.",
        "Let's talk about the future.",
        "You have two minutes to respond.",
        "That is simply wrong.",
        "We are going to build the best schools in the world.",
        "Character matters.",
        "Well, no.",
        "[Applause]",
        "I love my wife.",
        "?!",
    ] {
        let found = only(text);
        assert!(found.priority < 0.5, "{text:?} has {}", found.priority);
    }
}

#[test]
fn figures_and_records_come_before_the_rest_and_equals_in_order_of_speech() {
    let text = "He met the mayor of Boston in March. Rents rose by 40 percent in two years. He met the mayor of Boston in March.";
    let claims = detect(&line(text), &[], 0.0).claims;
    assert_eq!(claims[0].text, "Rents rose by 40 percent in two years.");
    assert_eq!(claims[1].priority.to_bits(), claims[2].priority.to_bits());
    assert!(claims[1].span.start < claims[2].span.start);
}

#[test]
fn the_kind_says_what_to_look_up() {
    for (text, kind) in [
        ("Senator Brown said the plan costs two billion dollars.", Kind::Quoted),
        ("They promised us 50,000 new jobs.", Kind::Quoted),
        ("Norway produces more gas than Denmark.", Kind::Comparison),
        ("Rents are the highest in 30 years.", Kind::Comparison),
        ("Women are three times as likely to be hired part time.", Kind::Comparison),
        ("More than 40 percent of the bridges are closed.", Kind::Statistical),
        ("We lost 200,000 factory jobs.", Kind::Statistical),
        ("Congress passed the farm bill in 2018.", Kind::Temporal),
        ("The governor vetoed the water act.", Kind::Other),
    ] {
        assert_eq!(only(text).kind, kind, "{text:?}");
    }
}

#[test]
fn the_normal_form_is_the_claim_in_plain_words() {
    for (said, normalized) in [
        ("Well, look, folks, I think that crime is down 5%.", "Crime is down 5%."),
        ("And so, you know, we lost 200 jobs.", "We lost 200 jobs."),
        ("But the fact of the matter is that $3.2 trillion was spent.", "$3.2 trillion was spent."),
        ("The -- the deficit, uh, doubled in, um, four years --", "The deficit doubled in four years"),
        ("Exports fell, you know, by a third.", "Exports fell by a third."),
        ("Mr. Chairman, we closed 14 schools.", "We closed 14 schools."),
        ("Senator Smith, you voted for the tax.", "Senator Smith, you voted for the tax."),
        ("I think that's wrong.", "That's wrong."),
        ("I don't think crime fell.", "I don't think crime fell."),
        ("I hope crime fell.", "I hope crime fell."),
        ("I know what crime costs us.", "I know what crime costs us."),
        ("So many people lost their homes.", "So many people lost their homes."),
        ("No state spends more.", "No state spends more."),
        ("Now then, because the \u{201c}jobs bill\u{201d} failed...", "The \u{201c}jobs bill\u{201d} failed"),
        ("[Applause] We didn't raise the U.S. debt.", "We didn't raise the U.S. debt."),
        ("And  the\tstate-run banks pay 0.5 per cent!", "The state-run banks pay 0.5 per cent!"),
        ("Um", "Um"),
        ("...", "..."),
    ] {
        assert_eq!(only(said).normalized, normalized, "{said:?}");
    }
}

/// The normal form of the last sentence of `text`.
fn last_normalized(text: &str, preceding: &[Line]) -> String {
    let claims = detect(&line(text), preceding, 0.0).claims;
    claims.into_iter().max_by_key(|claim| claim.span.start).unwrap().normalized
}

#[test]
fn a_pronoun_is_replaced_where_only_one_thing_can_be_meant() {
    for (text, normalized) in [
        ("Unemployment fell. It is now 4 percent.", "Unemployment is now 4 percent."),
        (
            "Violent crime in Chicago fell 17% in 2024. It is now lower than in 2019.",
            "Violent crime in Chicago is now lower than in 2019.",
        ),
        ("The trade deficit rose. It's up 12 percent.", "The trade deficit is up 12 percent."),
        (
            "Senator Brown resigned. He's been absent for 40 votes.",
            "Senator Brown has been absent for 40 votes.",
        ),
        ("My opponent resigned. She raised taxes twice.", "My opponent raised taxes twice."),
        ("Public schools suffered. They lost 9,000 teachers.", "Public schools lost 9,000 teachers."),
        ("Unemployment fell. It fell by half. It is now 4 percent.", "Unemployment is now 4 percent."),
    ] {
        assert_eq!(last_normalized(text, &[]), normalized, "{text:?}");
    }
}

#[test]
fn a_pronoun_stays_where_more_than_one_thing_could_be_meant() {
    for text in [
        "Senator Brown met Senator Smith. He resigned.",
        "The bill raised the tax. It costs 4 billion dollars.",
        "The Republicans passed the tax cuts. They expire in 2027.",
        "Unemployment fell. It is important that we go on.",
        "Did unemployment fall? It is now 4 percent.",
        "Unemployment fell. They lost 9,000 jobs.",
        "We met Senator Brown. He resigned.",
        "Senator Brown resigned. He'd missed 40 votes.",
        "Unemployment fell. It fell after the trade bill. It is now 4 percent.",
        "Senator Brown resigned. He's replaced 40 judges.",
    ] {
        let last = sentences::split(text).pop().unwrap();
        assert_eq!(last_normalized(text, &[]), last, "{text:?}");
    }
}

#[test]
fn only_the_same_speaker_s_last_line_says_what_a_pronoun_means() {
    let said = |speaker, text| Line { speaker, text };
    let unemployment = "Unemployment fell.";
    let text = "It is now 4 percent.";
    let same = [said(Some("A"), unemployment)];
    assert_eq!(last_normalized(text, &same), "Unemployment is now 4 percent.");
    for preceding in [
        vec![said(Some("B"), unemployment)],
        vec![said(None, unemployment)],
        vec![said(Some("A"), unemployment), said(Some("B"), "No.")],
        vec![said(Some("A"), unemployment), said(None, "[Applause]")],
    ] {
        assert_eq!(last_normalized(text, &preceding), text, "{preceding:?}");
    }
    let nameless = Line { speaker: None, text };
    let claims = detect(&nameless, &[said(None, unemployment)], 0.0).claims;
    assert_eq!(claims[0].normalized, text, "two lines of unknown speakers need not be of one");
}

#[test]
fn spans_count_as_javascript_does() {
    let text = "  😀 é.\n\nRents rose 4%. ";
    let claims = detect(&line(text), &[], 0.0).claims;
    let found = claims.iter().find(|claim| claim.text == "Rents rose 4%.").unwrap();
    assert_eq!(found.span, Span { start: 9, end: 23 });
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[9..23]).unwrap(), found.text);
}

proptest! {
    #[test]
    fn any_text_gives_spans_of_its_own(
        text in "(\\PC{0,6}|[a-z]{1,6}|I think that|it|he|They|[A-Z][a-z]+|[0-9]{1,5}| |\\n|\\.|\\?|, |--|'s|’|\\[|\\]|\\$|😀|uh){0,40}",
        before in "(The|Senator|rate|[A-Z][a-z]+|fell|is|and|of| |\\.){0,12}",
    ) {
        let preceding = [Line { speaker: Some("A"), text: &before }];
        let units: Vec<u16> = text.encode_utf16().collect();
        let all = detect(&line(&text), &preceding, 0.0);
        prop_assert_eq!(all.claims.len(), all.sentences);
        for claim in &all.claims {
            let said = String::from_utf16(&units[claim.span.start..claim.span.end]).unwrap();
            prop_assert_eq!(&said, claim.text);
            prop_assert!(!claim.normalized.trim().is_empty());
            prop_assert!((0.0..=1.0).contains(&claim.priority));
        }
        let worth = detect(&line(&text), &preceding, 0.5);
        let expected: Vec<_> = all.claims.into_iter().filter(|claim| claim.priority >= 0.5).collect();
        prop_assert_eq!(worth.claims, expected);
    }
}
