"""Peer: the work of ../raw in Python. PEER_WORK is `json`, `init` or `get`."""

import json
import os

WORK = os.environ["PEER_WORK"]

if WORK in ("init", "get"):
    import boto3

    client = boto3.client("dynamodb")


def handler(event, _context):
    claim = json.loads(event["body"])["claim"]
    words = claim.lower().split()
    concerns = []
    if "%" in claim and not {"from", "compared", "versus"}.intersection(words):
        concerns.append("baseline")
    if not {"per", "rate", "count"}.intersection(words):
        concerns.append("unit")
    if not any(len(word) == 4 and word.isdigit() for word in words):
        concerns.append("timeframe")
    claims = None
    if WORK == "get":
        key = {"pk": {"S": "SESSION#bench"}, "sk": {"S": "SUMMARY"}}
        claims = client.get_item(TableName="truthy", Key=key)["Item"]["claims"]["N"]
    body = json.dumps({"claim": claim, "concerns": concerns, "claims": claims})
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": body}
