// Peer: the work of ../raw in Node.js. PEER_WORK is `json`, `init` or `get`.
const work = process.env.PEER_WORK;

let client;
let GetItemCommand;
if (work === "init" || work === "get") {
  const sdk = await import("@aws-sdk/client-dynamodb");
  client = new sdk.DynamoDBClient({});
  GetItemCommand = sdk.GetItemCommand;
}

export async function handler(event) {
  const { claim } = JSON.parse(event.body);
  const words = claim.toLowerCase().split(/\s+/);
  const has = (wanted) => words.some((word) => wanted.includes(word));
  const concerns = [];
  if (claim.includes("%") && !has(["from", "compared", "versus"])) concerns.push("baseline");
  if (!has(["per", "rate", "count"])) concerns.push("unit");
  if (!words.some((word) => /^\d{4}$/.test(word))) concerns.push("timeframe");
  let claims = null;
  if (work === "get") {
    const Key = { pk: { S: "SESSION#bench" }, sk: { S: "SUMMARY" } };
    const found = await client.send(new GetItemCommand({ TableName: "truthy", Key }));
    claims = found.Item.claims.N;
  }
  const body = JSON.stringify({ claim, concerns, claims });
  return { statusCode: 200, headers: { "content-type": "application/json" }, body };
}
