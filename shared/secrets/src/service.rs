//! The one call that reads a secret: AWS JSON 1.1, signed with version 4.

use aws_credential_types::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningError, SigningSettings, sign};
use aws_sigv4::sign::v4;
use jiff::Timestamp;
use outbound::{Client, Deadline, OutboundError, Request, is_base_url};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use settings::{SecretString, Settings, names};

use crate::SecretError;
use crate::reference::{Place, Reference};

/// Media type of the protocol.
const CONTENT_TYPE: &str = "application/x-amz-json-1.1";

/// The service that keeps one secret, and the right to ask it.
pub(crate) struct Service {
    client: Client,
    endpoint: String,
    credentials: Credentials,
}

/// What either service answers.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Parameter")]
    parameter: Option<Parameter>,
    #[serde(rename = "SecretString")]
    secret: Option<String>,
}

#[derive(Deserialize)]
struct Parameter {
    #[serde(rename = "Value")]
    value: Option<String>,
}

impl Service {
    /// The service that `reference`, found in `variable`, is kept by. What is missing or malformed is noted as
    /// a problem of the settings.
    pub(crate) fn from_settings(
        settings: &Settings,
        variable: &'static str,
        reference: &Reference,
    ) -> Option<Self> {
        let (name, endpoint_variable) = match reference.place {
            Place::Parameter => ("ssm", names::AWS_ENDPOINT_URL_SSM),
            Place::Secret => ("secretsmanager", names::AWS_ENDPOINT_URL_SECRETS_MANAGER),
        };
        let endpoint =
            aws::endpoint(settings, endpoint_variable).map_or_else(|| reference.endpoint(), str::to_owned);
        if !is_base_url(&endpoint) {
            settings.problem(endpoint_variable, &"must be an http or https URL");
        }
        let needed = [names::AWS_ACCESS_KEY_ID, names::AWS_SECRET_ACCESS_KEY];
        if needed.iter().any(|name| settings.text(name).is_none()) {
            let reason = "is an ARN, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed to read it";
            settings.problem(variable, &reason);
            return None;
        }
        let credentials = aws::credentials(settings);
        Some(Self { client: Client::new(name), endpoint, credentials })
    }

    /// The secret that `reference`, found in `variable`, names; never blank.
    pub(crate) async fn fetch(
        &self,
        variable: &'static str,
        reference: &Reference,
        now: Timestamp,
        deadline: Deadline,
    ) -> Result<SecretString, SecretError> {
        let place = reference.place;
        let failed = |error| SecretError::from_call(variable, place, error);
        let request = self.request(reference, now).map_err(failed)?;
        let answer: Answer = self.client.json(request, deadline).await.map_err(failed)?;
        let text = match place {
            Place::Parameter => answer.parameter.and_then(|parameter| parameter.value),
            Place::Secret => answer.secret,
        };
        let key = text.and_then(|text| match &reference.field {
            Some(field) => string_field(&text, field),
            None => Some(text),
        });
        let key = key.as_deref().map(str::trim).filter(|key| !key.is_empty());
        key.map(SecretString::from).ok_or(SecretError::Empty { variable, place })
    }

    fn request(&self, reference: &Reference, now: Timestamp) -> Result<Request, OutboundError> {
        let (target, body) = match reference.place {
            Place::Parameter => {
                ("AmazonSSM.GetParameter", json!({"Name": reference.arn, "WithDecryption": true}))
            }
            Place::Secret => ("secretsmanager.GetSecretValue", json!({"SecretId": reference.arn})),
        };
        let body = body.to_string();
        let signature = self
            .signature(reference, target, body.as_bytes(), now)
            .map_err(|_| OutboundError::InvalidRequest { part: "signature" })?;
        let request = Request::post(&self.endpoint, CONTENT_TYPE, body).header("x-amz-target", target);
        Ok(signature.into_iter().fold(request, |request, (name, value)| request.secret_header(name, &value)))
    }

    /// The headers that sign a request with these parts.
    fn signature(
        &self,
        reference: &Reference,
        target: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Vec<(&'static str, SecretString)>, SigningError> {
        let identity = self.credentials.clone().into();
        let parameters = v4::SigningParams::builder()
            .identity(&identity)
            .region(&reference.region)
            .name(reference.place.service())
            .time(now.into())
            .settings(SigningSettings::default())
            .build()
            .expect("every part that the builder asks for is given above")
            .into();
        let headers = [("content-type", CONTENT_TYPE), ("x-amz-target", target)];
        let signable =
            SignableRequest::new("POST", &self.endpoint, headers.into_iter(), SignableBody::Bytes(body))?;
        let (instructions, _) = sign(signable, &parameters)?.into_parts();
        let (headers, _) = instructions.into_parts();
        Ok(headers.iter().map(|header| (header.name(), SecretString::from(header.value()))).collect())
    }
}

/// The text in `field` of the JSON object that `text` is.
fn string_field(text: &str, field: &str) -> Option<String> {
    let mut object: Map<String, Value> = serde_json::from_str(text).ok()?;
    match object.remove(field)? {
        Value::String(value) => Some(value),
        _ => None,
    }
}
