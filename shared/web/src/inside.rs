//! Calls from another function of the same process: no door, no token, the same decoding, limits and log.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::function::Asked;
use crate::handler::Raw;
use crate::progress::Progress;
use crate::{Failure, Function, Principal, too_large};

impl Function {
    /// Asks an endpoint with a body: JSON in, JSON out.
    pub async fn ask(&self, caller: &Principal, request_id: &str, body: Vec<u8>) -> Result<Bytes, Failure> {
        let limit = self.endpoint().body_limit_bytes;
        if body.len() > limit {
            return Err(too_large(limit));
        }
        self.inside(caller, request_id, Raw::Body { headers: HeaderMap::new(), bytes: body }).await
    }

    /// Reads from an endpoint by GET: parameters in, JSON out.
    pub async fn read(
        &self,
        caller: &Principal,
        request_id: &str,
        params: BTreeMap<String, String>,
    ) -> Result<Bytes, Failure> {
        debug_assert_eq!(self.endpoint().method, Method::GET);
        self.inside(caller, request_id, Raw::Params(params)).await
    }

    async fn inside(&self, caller: &Principal, request_id: &str, raw: Raw) -> Result<Bytes, Failure> {
        let asked = Asked::Inside(caller.clone(), raw);
        self.call(asked, request_id, Progress::unwatched()).await.map(|reply| reply.body)
    }
}
