/** The API's own document, readable, with requests that work. */

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type OpenApi, operationsByTag } from "../reference/document";
import { OperationView } from "../reference/operation-view";
import { Prose } from "../reference/prose";
import { hrefOf, route } from "../route";

/** Served beside the page's files by the API that it describes. */
const DOCUMENT_URL = "./assets/openapi.json";

const openApi = signal<OpenApi | null>(null);
const failure = signal<string | null>(null);

async function load(): Promise<void> {
  if (openApi.value !== null) return;
  try {
    const response = await fetch(DOCUMENT_URL);
    if (!response.ok) throw new Error(`The API's document did not come: status ${response.status}.`);
    openApi.value = (await response.json()) as OpenApi;
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

export default function ApiView() {
  useEffect(() => void load(), []);
  const api = openApi.value;
  const wanted = route.value.id;
  useEffect(() => {
    if (api === null || wanted === null) return;
    const element = document.getElementById(`op-${wanted}`);
    if (element instanceof HTMLDetailsElement) element.open = true;
    element?.scrollIntoView();
    element?.querySelector("summary")?.focus({ preventScroll: true });
  }, [api, wanted]);
  if (failure.value !== null) {
    return (
      <div class="page">
        <h1>API</h1>
        <p class="failure" role="alert">
          {failure.value}
        </p>
      </div>
    );
  }
  if (api === null) return <p class="loading">Reading the API's document…</p>;
  const groups = operationsByTag(api);
  return (
    <div class="page api">
      <nav class="api-nav" aria-label="Operations">
        {groups.map(({ tag, places }) => (
          <div key={tag}>
            <p class="api-nav-tag">{tag}</p>
            <ul>
              {places.map(({ method, path, operation }) => (
                <li key={operation.operationId}>
                  <a href={hrefOf("api", operation.operationId)}>
                    <span class={`method method-${method.toLowerCase()}`}>{method}</span>
                    <span>{path.replace(/^\/api/u, "")}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div class="api-main">
        <header class="page-head">
          <h1>
            {api.info.title} API <span class="hint">{api.info.version}</span>
          </h1>
          <Prose text={api.info.description} />
          <p class="hint">
            The document itself: <a href={DOCUMENT_URL}>openapi.json</a>
          </p>
        </header>
        {groups.map(({ tag, description, places }) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`} class="tag">
              {tag}
            </h2>
            <Prose text={description} />
            {places.map((place) => (
              <OperationView
                key={place.operation.operationId}
                api={api}
                place={place}
                isOpen={place.operation.operationId === wanted}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
