//! The address guard: a public page must not lead into this machine's own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Whether `url` names this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => is_local_name(name),
        None => false,
    }
}

/// Whether `url` names this machine or its network: a private, link-local (cloud metadata), shared or
/// unspecified address, or a local name.
///
/// Names are not resolved: a public name that points inside is the resolver's business.
pub(crate) fn is_inside(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => is_inside_v4(address),
        Some(Host::Ipv6(address)) => is_inside_v6(address),
        Some(Host::Domain(name)) => is_local_name(name) || is_network_name(name),
        None => true,
    }
}

fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Names that only a private network resolves: `.local` (RFC 6762) and `.internal` (ICANN, 2024).
fn is_network_name(name: &str) -> bool {
    matches!(name.trim_end_matches('.').rsplit('.').next(), Some("local" | "internal"))
}

fn is_inside_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    // 100.64.0.0/10 is shared by carriers and clouds (RFC 6598).
    let shared = first == 100 && (64..128).contains(&second);
    address.is_private() || address.is_loopback() || address.is_link_local() || shared || first == 0
}

fn is_inside_v6(address: Ipv6Addr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_inside_v4(address),
        IpAddr::V6(address) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_inside_are_known_in_every_spelling() {
        for (url, inside) in [
            ("http://127.0.0.1/", true),
            ("http://2130706433/", true),
            ("http://0x7f.1/", true),
            ("http://0.0.0.0/", true),
            ("http://10.1.2.3/", true),
            ("http://172.16.0.1/", true),
            ("http://192.168.1.1/", true),
            ("http://169.254.169.254/latest/meta-data", true),
            ("http://100.64.0.1/", true),
            ("http://[::1]/", true),
            ("http://[::ffff:10.0.0.1]/", true),
            ("http://[fd00::1]/", true),
            ("http://[fe80::1]/", true),
            ("http://LOCALHOST./", true),
            ("http://db.internal/", true),
            ("https://www.bls.gov/cpi/", false),
            ("http://8.8.8.8/", false),
            ("http://100.128.0.1/", false),
            ("http://[2606:4700::1111]/", false),
            ("http://localhost.example.org/", false),
        ] {
            let url = Url::parse(url).expect("a URL");
            assert_eq!(is_inside(&url), inside, "{url}");
            assert!(!is_loopback(&url) || inside, "{url}");
        }
    }
}
