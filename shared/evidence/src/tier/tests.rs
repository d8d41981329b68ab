use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

#[test]
fn the_most_specific_entry_decides() {
    for (host, tier) in [
        ("bls.gov", Some(Tier::Primary)),
        ("www.bls.gov", Some(Tier::Primary)),
        ("some-new-agency.gov", Some(Tier::Primary)),
        ("data.cityofchicago.org", Some(Tier::Primary)),
        ("www.ons.gov.uk", Some(Tier::Primary)),
        ("www150.statcan.gc.ca", Some(Tier::Primary)),
        ("datos.gob.mx", Some(Tier::Primary)),
        ("www.interieur.gouv.fr", Some(Tier::Primary)),
        ("ec.europa.eu", Some(Tier::Primary)),
        ("data.who.int", Some(Tier::Primary)),
        ("itu.int", Some(Tier::Primary)),
        ("fred.stlouisfed.org", Some(Tier::Primary)),
        ("smith.house.gov", Some(Tier::Analysis)),
        ("clerk.house.gov", Some(Tier::Primary)),
        ("web.mit.edu", Some(Tier::Analysis)),
        ("www.brookings.edu", Some(Tier::Analysis)),
        ("en.wikipedia.org", Some(Tier::Analysis)),
        ("apnews.com", Some(Tier::Secondary)),
        ("news.bbc.co.uk", Some(Tier::Secondary)),
        ("www.politifact.com", Some(Tier::Secondary)),
        ("abcnews.go.com", Some(Tier::Secondary)),
        ("go.com", None),
        ("gov", None),
        ("edu", None),
        ("notbls.gov.evil.com", None),
        ("notapnews.com", None),
        ("example.org", None),
        ("gov.com", None),
        ("", None),
        ("127.0.0.1", None),
        ("[::1]", None),
        ("bls.gov/path", None),
    ] {
        assert_eq!(of_host(host), tier, "{host}");
    }
}

#[test]
fn spelling_does_not_matter() {
    for host in ["BLS.GOV", "bls.gov.", "www.bls.gov.", "ｂｌｓ.gov", "bls。gov"] {
        assert_eq!(of_host(host), Some(Tier::Primary), "{host}");
        assert_eq!(publisher_of_host(host), Some("U.S. Bureau of Labor Statistics"), "{host}");
    }
}

#[test]
fn an_address_counts_by_its_host() {
    for (url, tier) in [
        ("https://www.bls.gov/cpi/", Some(Tier::Primary)),
        ("http://APNEWS.com:80/hub", Some(Tier::Secondary)),
        ("https://bls.gov@evil.com/", None),
        ("https://evil.com/bls.gov", None),
        ("ftp://bls.gov/", None),
        ("bls.gov", None),
        ("", None),
    ] {
        assert_eq!(of_url(url), tier, "{url}");
    }
    assert_eq!(publisher_of_url("https://www.ecb.europa.eu/home"), Some("European Central Bank"));
}

#[test]
fn a_publisher_is_named_only_where_the_table_names_it() {
    assert_eq!(publisher_of_host("cde.ucr.cjis.fbi.gov"), Some("FBI"));
    assert_eq!(publisher_of_host("www.ons.gov.uk"), Some("Office for National Statistics"));
    assert_eq!(publisher_of_host("some-new-agency.gov"), None);
    assert_eq!(publisher_of_host("example.org"), None);
}

#[test]
fn a_publisher_without_a_name_is_called_by_its_host() {
    for (url, name) in [
        ("https://www.bls.gov/cpi/", Some("U.S. Bureau of Labor Statistics")),
        ("https://www.some-new-agency.gov/", Some("some-new-agency.gov")),
        ("https://WWW.Example.org:8443/x", Some("example.org")),
        ("https://www./", Some("www")),
        ("https://127.0.0.1/", None),
        ("example.org", None),
        ("", None),
    ] {
        assert_eq!(display_name_of_url(url).as_deref(), name, "{url}");
    }
}

#[test]
fn tiers_read_and_write_as_on_the_wire() {
    for tier in Tier::ALL {
        assert_eq!(tier.to_string().parse(), Ok(tier));
        assert_eq!(serde_json::to_value(tier).expect("a tier serialises"), tier.as_str());
    }
    assert_eq!(" Primary ".parse(), Ok(Tier::Primary));
    for word in ["", "any", "primary source", "tier1"] {
        assert_eq!(word.parse::<Tier>(), Err(UnknownTier), "{word}");
    }
    assert!(Tier::Primary > Tier::Secondary && Tier::Secondary > Tier::Analysis);
}

#[test]
fn the_table_is_well_formed() {
    let mut seen = HashSet::new();
    for (domain, entry) in PUBLISHERS {
        assert!(seen.insert(*domain), "{domain} stands twice");
        assert_eq!(domain_of_host(domain).as_deref(), Some(*domain), "{domain} is not in canonical form");
        assert_eq!(of_host(&format!("www.{domain}")), Some(entry.tier), "{domain}");
        assert_eq!(publisher_of_host(domain), entry.publisher);
    }
    for (bare, entry) in SUFFIXES {
        assert_eq!(domain_of_host(bare).as_deref(), Some(*bare), "{bare} is not in canonical form");
        assert_eq!(of_host(&format!("x1y2z3.{bare}")), Some(entry.tier), "{bare}");
    }
    for tier in Tier::ALL {
        let listed = PUBLISHERS.iter().filter(|(_, entry)| entry.tier == tier);
        assert!(listed.count() > 30, "{tier} is nearly empty");
    }
}

proptest! {
    #[test]
    fn any_text_is_judged_without_panic(text in "\\PC{0,40}") {
        let of_both = (of_host(&text), of_url(&format!("https://{text}/")));
        prop_assert!(of_both.0.is_none() || of_both.0 == of_both.1);
    }
}
