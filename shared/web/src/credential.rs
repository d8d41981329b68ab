//! What a caller shows to prove who it is.

use std::fmt;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use settings::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::principal::fingerprint;
use crate::{ErrorCode, Failure, Principal};

/// A token as a caller sent it. It prints as its fingerprint and is compared by its digest only.
#[derive(Clone)]
pub struct Credential {
    token: SecretString,
}

/// SHA-256 of a token: what is stored of it.
pub type TokenDigest = [u8; 32];

impl Credential {
    /// A token.
    #[must_use]
    pub fn new(token: &str) -> Self {
        Self { token: SecretString::from(token) }
    }

    /// The token in `Authorization: Bearer <token>`, or what is wrong with the header.
    pub fn from_headers(headers: &HeaderMap) -> Result<Self, Failure> {
        let header = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .ok_or_else(|| refused("a token is required; send the header `Authorization: Bearer <token>`"))?;
        Self::from_authorization(header)
            .ok_or_else(|| refused("the Authorization header is not of the form `Bearer <token>`"))
    }

    /// The token in the value of an `Authorization` header.
    #[must_use]
    pub fn from_authorization(value: &str) -> Option<Self> {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| Self::new(token.trim()))
    }

    /// What is stored of the token.
    #[must_use]
    pub fn digest(&self) -> TokenDigest {
        Sha256::digest(self.token.expose_secret()).into()
    }

    /// Who shows it, if it is a token at all.
    #[must_use]
    pub fn principal(&self) -> Principal {
        Principal::Token(fingerprint(&self.digest()))
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Credential").field(&fingerprint(&self.digest())).finish()
    }
}

/// The failure of a caller who proves nothing.
pub(crate) fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::NotAuthorized, message)
}

/// The failure of a caller whose token nobody knows.
#[must_use]
pub fn unknown_token() -> Failure {
    refused("the token is not valid; ask the operator of this deployment for one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_never_prints_its_token() {
        let credential = Credential::from_authorization("bearer  DEVTOKEN ").expect("a token");
        assert_eq!(credential.digest(), Credential::new("DEVTOKEN").digest());
        assert!(!format!("{credential:?}").contains("DEVTOKEN"));
        for value in ["DEVTOKEN", "Basic DEVTOKEN", ""] {
            assert!(Credential::from_authorization(value).is_none(), "{value}");
        }
    }
}
