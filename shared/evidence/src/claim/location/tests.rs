//! Tables of sentences and the places they name.

use super::*;

fn names(text: &str) -> Vec<String> {
    find(text).into_iter().map(|location| location.name).collect()
}

#[test]
fn places_are_named_in_many_ways() {
    for (text, expected) in [
        ("Violent crime in Chicago dropped", &["Chicago"][..]),
        ("Americans are poorer than Germans", &["United States", "Germany"]),
        ("U.S. inflation beat the UK's", &["United States", "United Kingdom"]),
        ("The US-Mexico border", &["United States", "Mexico"]),
        ("Unemployment in the EU and the euro zone", &["European Union", "Euro area"]),
        ("the highest rate in the world", &["World"]),
        ("New Mexico is not Mexico", &["New Mexico", "Mexico"]),
        ("Northern Ireland and Ireland", &["Northern Ireland", "Ireland"]),
        ("Britain, France and Spain", &["United Kingdom", "France", "Spain"]),
        ("African-American unemployment", &["United States"]),
        ("West Virginia’s coal", &["West Virginia"]),
        ("New York City is safer than New York state", &["New York City", "New York State"]),
        ("Washington, D.C. had 200 murders", &["Washington, D.C."]),
        ("Niger, Nigeria and Guinea-Bissau", &["Niger", "Nigeria", "Guinea-Bissau"]),
        ("Ohioans and Texans", &["Ohio", "Texas"]),
        ("Côte d’Ivoire grew", &["Ivory Coast"]),
        ("Nationwide, the country is richer", &[]),
        ("", &[]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn capitals_tell_names_from_words() {
    for (text, expected) in [
        ("They told us that turkey is cheap in the US", &["United States"][..]),
        ("Let us polish the china", &[]),
        ("crime in chicago is down and i know it", &["Chicago"]),
        ("they told us that turkey and chad are fine in the u.s.", &["United States"]),
        ("american wages are stagnant", &["United States"]),
        ("INFLATION IS KILLING US ALL HERE", &[]),
        ("THE US LOST MILLIONS OF JOBS", &["United States"]),
        ("Homicides Fall Sharply In Houston Under New Chief", &["Houston"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn names_of_people_and_papers_are_no_places() {
    for (text, expected) in [
        ("Michael Jordan and Jim Jordan both wrote to Chad Smith", &[][..]),
        ("Jordan hosts a million refugees", &["Jordan"]),
        ("Refugees in Jordan", &["Jordan"]),
        ("The Washington Post and the New York Times wrote", &[]),
        ("Latin American growth under the Paris Agreement", &[]),
        ("Georgia Governor and Virginia Republicans", &["Georgia (U.S. state)", "Virginia"]),
        ("Austin Scott spoke in Austin", &["Austin"]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn a_state_after_a_comma_says_which_city() {
    for (text, name, within) in [
        ("Chicago, Illinois, is safer", "Chicago", &["Illinois", "United States"][..]),
        ("Murders in Chicago, IL fell", "Chicago", &["Illinois", "United States"]),
        ("Rents in Paris, Texas", "Paris, Texas", &["Texas", "United States"]),
        ("Homes in Portland, ME sell", "Portland, Maine", &["Maine", "United States"]),
        ("Crime in Peoria, IL rose", "Illinois", &["United States"]),
        ("London", "London", &["England", "United Kingdom"]),
        ("New York", "New York", &["United States"]),
        ("Springfield, Ohio", "Ohio", &["United States"]),
    ] {
        let found = find(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(
            (found[0].name.as_str(), &found[0].within[..]),
            (name, &within.iter().map(|&n| n.to_owned()).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }
    assert_eq!(names("Unlike Paris, Texas has no metro"), ["Paris", "Texas"]);
    assert_eq!(names("in Chicago, Texas and Ohio"), ["Chicago", "Texas", "Ohio"]);
    assert_eq!(names("Well, OK then"), [] as [&str; 0]);
}

#[test]
fn the_other_places_settle_a_shared_name() {
    for (text, name) in [
        ("Georgia's economy grew", "Georgia"),
        ("Atlanta and the rest of Georgia", "Georgia (U.S. state)"),
        ("Georgia and Armenia", "Georgia (country)"),
        ("Georgia is a state of the U.S.", "Georgia (U.S. state)"),
    ] {
        assert!(names(text).iter().any(|found| found == name), "{text}: {:?}", names(text));
    }
}

#[test]
fn places_contain_one_another() {
    use Relation::{Apart, Contains, Perhaps, Same, Within};
    for (one, other, expected) in [
        ("Chicago", "Illinois", Within),
        ("the U.S.", "Chicago", Contains),
        ("America", "USA", Same),
        ("Chicago", "Detroit", Apart),
        ("Germany", "the EU", Within),
        ("Berlin", "Europe", Within),
        ("the world", "Kenya", Contains),
        ("Africa", "Kenya", Contains),
        ("Georgia", "Republic of Georgia", Perhaps),
        ("Georgia", "United States", Within),
        ("New York", "NYC", Perhaps),
        ("New York", "Brooklyn", Contains),
        ("Washington", "United States", Within),
        ("Mexico", "New Mexico", Apart),
        ("Norway", "EU", Apart),
    ] {
        let relation = find(one)[0].relation_to(&find(other)[0]);
        assert_eq!(relation, expected, "{one} to {other}");
    }
}

#[test]
fn spans_are_the_words_as_said() {
    let text = "“Über Zürich”, and Chicago, IL.";
    let said: Vec<&str> = find(text).into_iter().map(|location| &text[location.span]).collect();
    assert_eq!(said, ["Zürich", "Chicago, IL"]);
}
