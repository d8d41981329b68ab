//! Who calls, and the tokens that say so.

use std::fmt::Write as _;

use http::HeaderMap;
use lambda_http::RequestExt;
use settings::{Settings, names};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::credential::unknown_token;
use crate::{Credential, Failure};

/// Who calls. A handler cannot be written without receiving one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Principal {
    /// Nobody in particular: no token is asked for here.
    Anonymous,
    /// The holder of a token, by the token's fingerprint: never the token itself.
    Token(String),
}

/// The tokens that may call, as SHA-256 digests.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    digests: Vec<[u8; 32]>,
}

impl Tokens {
    /// Reads `TRUTHY_TOKENS`: plain tokens are hashed at once, `sha256:<64 hex digits>` is taken as it is.
    #[must_use]
    pub fn from_settings(settings: &Settings) -> Self {
        let digests = settings.list(names::TRUTHY_TOKENS).into_iter().filter_map(|entry| {
            if entry.starts_with("arn:") {
                // Taken for a token, anyone who knows the name of a secret would have one.
                settings.problem(names::TRUTHY_TOKENS, &"must hold tokens or their digests, not an ARN");
                return None;
            }
            let Some(digits) = entry.strip_prefix("sha256:") else {
                return Some(Sha256::digest(&entry).into());
            };
            let mut digest = [0; 32];
            if let Ok(()) = hex::decode_to_slice(digits, &mut digest) {
                Some(digest)
            } else {
                settings.problem(names::TRUTHY_TOKENS, &"sha256: must be followed by 64 hex digits");
                None
            }
        });
        Self { digests: digests.collect() }
    }

    /// Whether everyone may call.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.digests.is_empty()
    }

    /// The caller that `headers` prove, or why not.
    pub fn authenticate(&self, headers: &HeaderMap) -> Result<Principal, Failure> {
        if self.is_open() {
            return Ok(Principal::Anonymous);
        }
        let credential = Credential::from_headers(headers)?;
        self.find(&credential).ok_or_else(unknown_token)
    }

    /// Who shows `credential`, if it is one of these. Every known token is compared, in constant time.
    #[must_use]
    pub fn find(&self, credential: &Credential) -> Option<Principal> {
        let digest = credential.digest();
        let known = self
            .digests
            .iter()
            .fold(subtle::Choice::from(0), |known, candidate| known | candidate.ct_eq(&digest));
        bool::from(known).then(|| credential.principal())
    }
}

/// The caller that a gateway's authorizer has already proved, if there was one.
///
/// The context is written by the gateway, never by the client, so it is trusted.
pub(crate) fn from_gateway(request: &lambda_http::Request) -> Option<Principal> {
    let context = request.request_context_ref()?;
    let principal = context.authorizer()?.fields.get("principalId")?.as_str()?;
    Some(if principal == ANONYMOUS { Principal::Anonymous } else { Principal::Token(principal.to_owned()) })
}

/// The principal id that stands for [`Principal::Anonymous`] in an authorizer's context.
const ANONYMOUS: &str = "anonymous";

impl Principal {
    /// The principal id as an authorizer's context carries it.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Anonymous => ANONYMOUS,
            Self::Token(fingerprint) => fingerprint,
        }
    }
}

/// The first 12 hex digits of the digest: enough to tell callers apart in a log, useless as a token.
pub(crate) fn fingerprint(digest: &[u8; 32]) -> String {
    digest.iter().take(6).fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        write!(text, "{byte:02x}").unwrap_or_default();
        text
    })
}

#[cfg(test)]
mod tests {
    use http::header::AUTHORIZATION;

    use super::*;
    use crate::ErrorCode;

    fn tokens(list: &str) -> Tokens {
        let settings = Settings::from_pairs([(names::TRUTHY_TOKENS, list)]);
        let tokens = Tokens::from_settings(&settings);
        settings.check().expect("valid settings");
        tokens
    }

    fn headers(authorization: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if let Some(value) = authorization {
            headers.insert(AUTHORIZATION, value.parse().expect("a header"));
        }
        headers
    }

    #[test]
    fn plain_and_hashed_tokens_are_the_same_caller() {
        let hashed = format!("sha256:{}", hex::encode(Sha256::digest("DEVTOKEN")));
        let header = headers(Some("bearer DEVTOKEN"));
        let plain = tokens("other, DEVTOKEN").authenticate(&header).expect("plain");
        assert_eq!(plain, tokens(&hashed).authenticate(&header).expect("hashed"));
        assert!(matches!(plain, Principal::Token(ref id) if id.len() == 12));
    }

    #[test]
    fn everything_else_is_refused() {
        for value in [None, Some("Bearer wrong"), Some("Bearer "), Some("Basic DEVTOKEN"), Some("DEVTOKEN")] {
            let failure = tokens("DEVTOKEN").authenticate(&headers(value)).expect_err("refused");
            assert_eq!(failure.code, ErrorCode::NotAuthorized);
        }
        assert_eq!(tokens("").authenticate(&headers(None)).expect("open"), Principal::Anonymous);
    }

    #[test]
    fn what_is_no_token_is_a_problem_of_the_settings() {
        for value in ["sha256:abc", "arn:aws:ssm:eu-central-1:123456789012:parameter/tokens"] {
            let settings = Settings::from_pairs([(names::TRUTHY_TOKENS, value)]);
            assert!(Tokens::from_settings(&settings).is_open());
            assert!(settings.check().is_err());
        }
    }
}
