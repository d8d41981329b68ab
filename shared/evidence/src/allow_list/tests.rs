use proptest::prelude::*;

use super::*;

fn list(patterns: &[&str]) -> AllowList {
    AllowList::parse(patterns).expect("valid patterns")
}

#[test]
fn a_host_allows_itself_and_its_subdomains_only() {
    let list = list(&["fbi.gov"]);
    for url in [
        "https://fbi.gov",
        "http://fbi.gov/",
        "https://www.fbi.gov/news?q=1#top",
        "https://a.b.c.fbi.gov/",
        "HTTPS://WWW.FBI.GOV/",
        "https://fbi.gov:8443/path",
        "https://fbi.gov./path",
        "https://user:secret@fbi.gov/",
        "https://evil.com@fbi.gov/",
        "https:\\\\fbi.gov\\news",
        "https:/fbi.gov/",
        "https://fb%69.gov/",
        "https://ＦＢＩ.gov/",
        "https://fbi。gov/",
        "https://f\u{ad}bi.gov/",
        " https://fbi.gov/ ",
        "https://fbi.gov\\@evil.com/",
    ] {
        assert!(list.allows(url), "{url} is on fbi.gov");
    }
    for url in [
        "https://notfbi.gov/",
        "https://fbi.gov.evil.com/",
        "https://fbi.gov@evil.com/",
        "https://fbi.gov:pw@evil.com/",
        "https://fbi.gov%2eevil.com/",
        "https://fbi.gov%40evil.com/",
        "https://evil.com/https://fbi.gov",
        "https://evil.com?fbi.gov",
        "https://evil.com#@fbi.gov",
        "https://evil.com\\.fbi.gov/",
        "https://evil.com/.fbi.gov",
        "https://fbi-gov.com/",
        "https://fbi.gov../",
        "https://fbі.gov/", // Cyrillic і
        "https://gov/",
        "ftp://fbi.gov/",
        "file://fbi.gov/etc",
        "javascript://fbi.gov/%0aalert(1)",
        "data:text/html,fbi.gov",
        "mailto:tips@fbi.gov",
        "//fbi.gov/",
        "fbi.gov",
        "https://",
        "",
        "https://[::1]/",
        "https://127.0.0.1/",
    ] {
        assert!(!list.allows(url), "{url} is not on fbi.gov");
    }
}

#[test]
fn a_suffix_allows_what_ends_in_it() {
    let list = list(&[".gov", ".gob.mx"]);
    for url in [
        "https://fbi.gov/",
        "https://www.bls.gov./cpi",
        "https://WWW.Census.GOV:443",
        "https://inegi.gob.mx/",
    ] {
        assert!(list.allows(url), "{url}");
    }
    for url in [
        "https://gov/",
        "https://evilgov/",
        "https://fbi.gov.uk/",
        "https://notgob.mx/",
        "https://x.gov@y.com/",
    ] {
        assert!(!list.allows(url), "{url}");
    }
}

#[test]
fn numeric_hosts_are_compared_as_addresses() {
    let list = list(&["127.0.0.1", "[::1]"]);
    for url in [
        "http://127.0.0.1:3000/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://[0:0::1]/",
    ] {
        assert!(list.allows(url), "{url}");
    }
    for url in ["http://127.0.0.2/", "http://[::2]/", "http://[::ffff:127.0.0.1]/", "http://1.127.0.0.1/"] {
        assert!(!list.allows(url), "{url}");
    }
}

#[test]
fn bare_hosts_are_judged_alike() {
    let list = list(&["bücher.example", ".gov"]);
    for host in ["xn--bcher-kva.example", "BÜCHER.example", "www.bücher.example.", "fbi.GOV"] {
        assert!(list.allows_host(host), "{host}");
    }
    for host in ["", "fbi.gov:443", "fbi.gov/x", "x@fbi.gov", "https://fbi.gov", "bucher.example", "fbi.gov#"]
    {
        assert!(!list.allows_host(host), "{host}");
    }
}

#[test]
fn patterns_are_kept_in_canonical_form_once() {
    let list = list(&["FBI.gov", "fbi.gov.", "*.Gov", ".gov", ".gov.", "bücher.example", "localhost"]);
    let written: Vec<_> = list.patterns().iter().map(ToString::to_string).collect();
    assert_eq!(written, ["fbi.gov", ".gov", "xn--bcher-kva.example", "localhost"]);
    assert_eq!(list.patterns()[0], Pattern::Host("fbi.gov".to_owned()));
    assert_eq!(list.patterns()[1], Pattern::Suffix(".gov".to_owned()));
}

#[test]
fn an_unusable_pattern_is_named_with_what_to_write_instead() {
    use PatternProblem::{Empty, NotAHost, Path, Port, Scheme, Space, Wildcard};
    let general = "a host such as `fbi.gov` or a suffix such as `.gov`";
    for (pattern, problem, advice) in [
        ("", Empty, general),
        ("   ", Empty, general),
        (".", Empty, general),
        ("*.", Empty, general),
        (" fbi.gov", Space, "`fbi.gov`"),
        ("fbi .gov", Space, general),
        ("https://www.fbi.gov/news", Scheme, "`www.fbi.gov`"),
        ("https://me@fbi.gov", Scheme, "`fbi.gov`"),
        ("fbi.gov/news", Path, "`fbi.gov`"),
        ("fbi.gov?x", Path, "`fbi.gov`"),
        ("fbi.gov:443", Port, "`fbi.gov`"),
        ("*", Wildcard, general),
        ("www.*.gov", Wildcard, "`.gov`"),
        ("*fbi.gov", Wildcard, "`fbi.gov`"),
        ("a,b.gov", NotAHost, general),
        ("me@fbi.gov", NotAHost, "`fbi.gov`"),
        ("a..gov", NotAHost, general),
        ("..gov", NotAHost, general),
        (".1.2.3.4", NotAHost, general),
        ("1.2.3.400", NotAHost, general),
        ("[::1", NotAHost, general),
        ("xn--a", NotAHost, general),
    ] {
        let error = AllowList::parse(["fbi.gov", pattern]).expect_err(pattern);
        assert_eq!(error, InvalidPattern { index: 1, problem, advice: advice.to_owned() }, "{pattern:?}");
    }
    let error = AllowList::parse(["https://fbi.gov/"]).expect_err("a scheme");
    assert_eq!(error.to_string(), "entry 0 of the allow-list has a scheme: write `fbi.gov`");
}

#[test]
fn an_empty_list_allows_nothing() {
    let list = AllowList::default();
    assert!(list.is_empty());
    assert!(!list.allows("https://fbi.gov/"));
    assert_eq!(AllowList::parse([] as [&str; 0]), Ok(list));
}

#[test]
fn a_request_narrows_the_deployment_and_never_widens_it() {
    for (deployment, request, expected) in [
        (&[".gov", "bbc.co.uk"][..], &["fbi.gov", "evil.com"][..], &["fbi.gov"][..]),
        (&["fbi.gov", "bls.gov"], &[".gov"], &["fbi.gov", "bls.gov"]),
        (&["www.fbi.gov", ".edu"], &["fbi.gov", "mit.edu"], &["mit.edu", "www.fbi.gov"]),
        (&["fbi.gov"], &["fbi.gov"], &["fbi.gov"]),
        (&["fbi.gov"], &[".fbi.gov"], &[".fbi.gov"]),
        (&[".fbi.gov"], &["fbi.gov"], &[".fbi.gov"]),
        (&["fbi.gov"], &["notfbi.gov", ".uk"], &[]),
        (&[".gov"], &[], &[]),
    ] {
        assert_eq!(
            list(deployment).narrowed_by(&list(request)),
            list(expected),
            "{deployment:?} by {request:?}"
        );
    }
}

#[test]
fn what_widens_is_named() {
    let deployment = list(&[".gov", "bbc.co.uk"]);
    assert_eq!(deployment.covers(&list(&["fbi.gov", "news.bbc.co.uk", ".x.gov", ".bbc.co.uk"])), Ok(()));
    assert_eq!(
        deployment.covers(&list(&["fbi.gov", "co.uk", ".edu", "gov"])),
        Err(vec!["co.uk".to_owned(), ".edu".to_owned(), "gov".to_owned()])
    );
}

fn host() -> impl Strategy<Value = String> {
    proptest::collection::vec(prop_oneof!["[a-c]{1,2}", Just("gov".to_owned()), Just("ü".to_owned())], 1..5)
        .prop_map(|labels| labels.join("."))
}

fn pattern() -> impl Strategy<Value = String> {
    (any::<bool>(), host()).prop_map(|(is_suffix, host)| if is_suffix { format!(".{host}") } else { host })
}

proptest! {
    #[test]
    fn any_text_is_judged_without_panic(pattern in "\\PC{0,40}", url in "\\PC{0,60}") {
        if let Ok(list) = AllowList::parse([&pattern]) {
            let _ = (list.allows(&url), list.allows_host(&url), list.allows(&format!("https://{pattern}{url}")));
        }
    }

    #[test]
    fn an_allowed_address_is_on_the_pattern(
        pattern in pattern(), credentials in "([a-c]{1,2}(:[a-c])?@)?", host in host(), rest in "(:80)?([/?#\\\\][a-c@./]{0,9})?",
    ) {
        let list = list(&[&pattern]);
        let url = format!("https://{credentials}{host}{rest}");
        if list.allows(&url) {
            let parsed = Url::parse(&url).expect("an allowed address parses");
            let host = parsed.host_str().expect("an allowed address has a host");
            let bare = list.patterns()[0].as_str().trim_start_matches('.');
            prop_assert!(host == bare || host.ends_with(&format!(".{bare}")), "{host} by {bare}");
        }
    }

    #[test]
    fn subdomains_are_allowed_and_lookalikes_are_not(host in host(), label in "[d-f]{1,4}") {
        let list = list(&[&host]);
        let on_subdomain = format!("https://{label}.{host}/");
        prop_assert!(list.allows(&on_subdomain));
        let glued = format!("https://{label}{host}/");
        prop_assert!(!list.allows(&glued));
        let below_another = format!("https://{host}.{label}/");
        prop_assert!(!list.allows(&below_another));
    }

    #[test]
    fn narrowing_is_intersection(
        deployment in proptest::collection::vec(pattern(), 0..4), request in proptest::collection::vec(pattern(), 0..4), host in host(),
    ) {
        let (deployment, request) = (AllowList::parse(&deployment).expect("valid"), AllowList::parse(&request).expect("valid"));
        let narrowed = deployment.narrowed_by(&request);
        prop_assert_eq!(narrowed.allows_host(&host), deployment.allows_host(&host) && request.allows_host(&host));
        prop_assert_eq!(deployment.covers(&narrowed), Ok(()));
        if deployment.covers(&request).is_ok() && request.allows_host(&host) {
            prop_assert!(deployment.allows_host(&host));
        }
    }
}
