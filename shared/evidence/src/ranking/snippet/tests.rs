use proptest::prelude::*;

use super::*;

fn length(text: &str) -> usize {
    text.chars().count()
}

#[test]
fn markup_entities_and_unseen_characters_go() {
    for (text, expected) in [
        ("plain words", "plain words"),
        ("with <em>matching</em> part<br/>and <p>more</p>", "with matching part and more"),
        ("in<b>flation</b> rose", "inflation rose"),
        ("<a href=\"https://x.example/?a=1&b=2\">link</a>", "link"),
        ("<script>alert('x')</script>rate <!-- hidden --> fell", "rate fell"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;done", "done"),
        ("5 &lt; 6 &amp; 7 &gt; 6, 3&nbsp;%, it&#39;s &#x201C;so&#x201D;", "5 < 6 & 7 > 6, 3 %, it's “so”"),
        ("growth <2% and >1%", "growth <2% and >1%"),
        ("AT&T &unknown; &#0; &#xD800; &#9999999;", "AT&T &unknown; &#xD800; &#9999999;"),
        (
            "# Heading\n> quoted **bold** and `code`, [see here](https://x.example \"title\")",
            "Heading quoted bold and code, see here",
        ),
        ("![chart](https://x.example/a.png) says", "chart says"),
        ("<b<i>>nested</b> <b<b-->>, 1 < 2", "nested b >, 1 < 2"),
        ("<**b>bold</b> <scr<i></i>ipt>x", "bold x"),
        ("<\u{200b}img src=x> <&#8203;p>y", "y"),
        ("a\u{0}b\u{7}c\r\n\td\u{200b}e\u{202e}f\u{e0041}g", "a b c defg"),
        ("  \n ", ""),
        ("", ""),
    ] {
        assert_eq!(plain(text), expected, "{text:?}");
    }
}

#[test]
fn a_beginning_ends_at_a_word() {
    for (text, limit, expected) in [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two…"),
        ("one two three", 8, "one…"),
        ("onetwothree", 5, "onet…"),
        ("ééééé é", 4, "ééé…"),
        ("one", 0, "…"),
        ("", 0, ""),
    ] {
        assert_eq!(beginning(text, limit), expected, "{text:?} at {limit}");
    }
}

#[test]
fn a_short_passage_stands_whole() {
    let claim = Claim::parse("Inflation was 3 percent");
    let text = "Prices rose. ".repeat(46);
    assert_eq!(of(&claim, text.trim()), text.trim());
}

#[test]
fn a_long_passage_is_shown_around_the_sentence_that_matters() {
    let claim = Claim::parse("Murders in Chicago fell by 29 percent");
    let filler = "The department publishes many tables on its site every week. ".repeat(20);
    let telling = "Murders in Chicago fell by 29 percent over the year.";
    let shown = of(&claim, &format!("{filler}{telling} {}", filler.trim()));
    assert!(shown.contains(telling), "{shown}");
    assert!(shown.starts_with("…The department") && shown.ends_with("week.…"), "{shown}");
    assert!((480..=SNIPPET_CHARACTERS).contains(&length(&shown)), "{}", length(&shown));
    let position = shown.find(telling).expect("it is shown");
    assert!((100..400).contains(&position), "in the middle, not at {position}");
}

#[test]
fn a_passage_that_begins_or_ends_with_what_matters_is_marked_on_the_other_side_only() {
    let claim = Claim::parse("Unemployment stood at 4.1 percent");
    let filler = "The agency describes its method in a note. ".repeat(30);
    let at_start = of(&claim, &format!("Unemployment stood at 4.1 percent. {}", filler.trim()));
    assert!(at_start.starts_with("Unemployment stood") && at_start.ends_with('…'), "{at_start}");
    let at_end = of(&claim, &format!("{filler}Unemployment stood at 4.1 percent."));
    assert!(at_end.starts_with('…') && at_end.ends_with("4.1 percent."), "{at_end}");
}

#[test]
fn an_endless_sentence_is_cut_at_a_word() {
    let claim = Claim::parse("anything");
    let shown = of(&claim, &"word ".repeat(400));
    assert!(shown.ends_with("word…") && length(&shown) <= SNIPPET_CHARACTERS, "{shown}");
    assert_eq!(length(&of(&claim, &"x".repeat(5_000))), SNIPPET_CHARACTERS);
}

proptest! {
    #[test]
    fn any_text_gives_a_plain_snippet_of_bounded_length(
        claim in "\\PC{0,60}", text in proptest::collection::vec("[\\PC\\n\\x00<>&;#]{0,90}", 0..30),
    ) {
        let text = plain(&text.join(". "));
        let shown = of(&Claim::parse(&claim), &text);
        prop_assert!(length(&shown) <= SNIPPET_CHARACTERS);
        prop_assert!(!shown.chars().any(char::is_control));
        let words = shown.trim_matches('…').trim();
        prop_assert!(text.contains(words), "{words:?} is not of {text:?}");
    }

    #[test]
    fn no_markup_is_left(parts in proptest::collection::vec(
        proptest::sample::select(vec!["<", ">", "b", "p", "/", "**", "__", "`", "[x](", ")", "&lt;", "&gt;", "&amp;", "\u{200b}", " ", "\n", "> ", "# ", "!--", "-->"]), 0..24,
    )) {
        let text = plain(&parts.concat());
        prop_assert!(!TAG.is_match(&text), "{text:?} of {parts:?}");
    }

    #[test]
    fn a_beginning_never_grows(text in "\\PC{0,60}", limit in 1_usize..80) {
        prop_assert!(length(&beginning(&text, limit)) <= limit.max(1));
    }
}
