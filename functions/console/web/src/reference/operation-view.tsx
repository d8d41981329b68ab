/** One operation: what it does, its fields, and a request that can be sent. */

import { useState } from "preact/hooks";
import { send } from "../api/client";
import { addressOf, type OpenApi, type Parameter, type Place, resolve, typeWords } from "./document";
import { inline, Prose } from "./prose";
import { SchemaView } from "./schema-view";

interface Outcome {
  status: number;
  tookMs: number;
  requestId: string | null;
  body: string;
}

const pretty = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Headers that the browser or the form itself sets. */
const isAsked = ({ in: place }: Parameter): boolean => place === "path" || place === "query";

export function OperationView({ api, place, isOpen }: { api: OpenApi; place: Place; isOpen: boolean }) {
  const { method, path, operation } = place;
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(api, parameter));
  const body = operation.requestBody?.content["application/json"];
  return (
    <details class="operation" id={`op-${operation.operationId}`} open={isOpen}>
      <summary>
        <h3>
          <span class={`method method-${method.toLowerCase()}`}>{method}</span>
          <code>{path}</code>
          <span class="operation-summary">{operation.summary}</span>
        </h3>
      </summary>
      <div class="operation-body">
        <div class="operation-text">
          <Prose text={operation.description} />
          {parameters.length === 0 ? null : (
            <>
              <h4>Parameters</h4>
              <dl class="fields">
                {parameters.map((parameter) => (
                  <div class="field-row" key={parameter.name}>
                    <dt>
                      <code>{parameter.name}</code>
                      {parameter.required === true ? <span class="required">required</span> : null}
                      <span class="field-type">
                        {parameter.in}, {typeWords(api, parameter.schema ?? {})}
                      </span>
                    </dt>
                    <dd>
                      <Prose text={parameter.description} />
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          {body?.schema === undefined ? null : (
            <>
              <h4>Body</h4>
              <SchemaView api={api} schema={body.schema} />
            </>
          )}
          <h4>Answers</h4>
          <Answers api={api} place={place} />
        </div>
        <TryIt place={place} parameters={parameters.filter(isAsked)} example={body?.example} hasBody={body !== undefined} />
      </div>
    </details>
  );
}

function Answers({ api, place }: { api: OpenApi; place: Place }) {
  return (
    <ul class="answers">
      {Object.entries(place.operation.responses).map(([status, reference]) => {
        const answer = resolve(api, reference);
        const schema = answer.content?.["application/json"]?.schema;
        return (
          <li key={status}>
            <span class="status">{status}</span> {inline(answer.description ?? "")}
            {schema === undefined || !status.startsWith("2") ? null : (
              <details>
                <summary>Fields</summary>
                <SchemaView api={api} schema={schema} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function TryIt({ place, parameters, example, hasBody }: { place: Place; parameters: Parameter[]; example: unknown; hasBody: boolean }) {
  const { method, path, operation } = place;
  const id = operation.operationId;
  const types = Object.keys(operation.responses["200"]?.content ?? operation.responses["202"]?.content ?? {});
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map((one) => [one.name, one.required === true ? String(one.example ?? "") : ""])),
  );
  const [body, setBody] = useState(() => (example === undefined ? "{}" : pretty(example)));
  const [accept, setAccept] = useState(types[0] ?? "application/json");
  const [outcome, setOutcome] = useState<Outcome | string | null>(null);
  const address = addressOf(path, parameters, values);
  const run = async () => {
    setOutcome("Waiting for the answer…");
    const began = performance.now();
    try {
      const response = await send(address.replace(/^\//u, ""), {
        method,
        headers: { Accept: accept, ...(hasBody ? { "Content-Type": "application/json" } : {}) },
        ...(hasBody ? { body } : {}),
      });
      const text = await response.text();
      const tookMs = Math.round(performance.now() - began);
      setOutcome({ status: response.status, tookMs, requestId: response.headers.get("X-Request-Id"), body: readable(text) });
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      class="try"
      aria-label={`Try ${method} ${path}`}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h4>Try it</h4>
      {parameters.map((parameter) => (
        <label class="field" key={parameter.name}>
          <span>
            {parameter.name} <span class="hint">{parameter.in}</span>
          </span>
          <input
            value={values[parameter.name] ?? ""}
            required={parameter.required === true}
            onInput={(event) => setValues({ ...values, [parameter.name]: event.currentTarget.value })}
          />
        </label>
      ))}
      {hasBody ? (
        <label class="field">
          <span>Body</span>
          <textarea
            class="code"
            rows={Math.min(16, body.split("\n").length + 1)}
            spellcheck={false}
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </label>
      ) : null}
      {types.length > 1 ? (
        <label class="field">
          <span>Answer as</span>
          <select value={accept} onChange={(event) => setAccept(event.currentTarget.value)}>
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
      ) : null}
      <div class="actions">
        <button type="submit" class="primary">
          Send
        </button>
      </div>
      <pre class="curl" tabIndex={0} aria-label="As a command">
        {curlOf(method, address, accept, hasBody ? body : null)}
      </pre>
      <div role="status" id={`outcome-${id}`}>
        {outcome === null ? null : typeof outcome === "string" ? (
          <p>{outcome}</p>
        ) : (
          <>
            <p class="outcome-head">
              <span class={`status ${outcome.status < 400 ? "status-good" : "status-bad"}`}>{outcome.status}</span>
              <span>{outcome.tookMs} ms</span>
              {outcome.requestId === null ? null : <code>{outcome.requestId}</code>}
            </p>
            <pre class="outcome" tabIndex={0} aria-label="Answer">
              {outcome.body}
            </pre>
          </>
        )}
      </div>
    </form>
  );
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The same call for a terminal. */
function curlOf(method: string, address: string, accept: string, body: string | null): string {
  const url = new URL(`.${address}`, document.baseURI.replace(/#.*$/u, "")).href;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`, `-H ${quoted(`Accept: ${accept}`)}`];
  if (body !== null) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(body.replace(/\n\s*/gu, " "))}`);
  return lines.join(" \\\n  ");
}
