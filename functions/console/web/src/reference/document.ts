/** The parts of an OpenAPI 3.0 document that this page shows. */

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
}

export interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Content>;
}

export interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
  security?: Record<string, unknown>[];
}

export interface OpenApi {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter>; responses?: Record<string, Answer> };
}

export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations by tag, in the document's order. */
export function operationsByTag(api: OpenApi): { tag: string; description: string; places: Place[] }[] {
  const places = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const names = [...new Set([...(api.tags ?? []).map((tag) => tag.name), ...places.map(tagOf)])];
  return names
    .map((tag) => ({
      tag,
      description: api.tags?.find((one) => one.name === tag)?.description ?? "",
      places: places.filter((place) => tagOf(place) === tag),
    }))
    .filter((group) => group.places.length > 0);
}

const tagOf = ({ operation }: Place): string => operation.tags?.[0] ?? "other";

/** Follows `$ref` inside the document; what cannot be found is an empty object. */
export function resolve<T extends { $ref?: string }>(api: OpenApi, node: T): T {
  let found: T = node;
  for (let hops = 0; found.$ref !== undefined && hops < 10; hops += 1) {
    const path = found.$ref.replace(/^#\//u, "").split("/");
    let target: unknown = api;
    for (const step of path) target = (target as Record<string, unknown> | undefined)?.[step];
    found = (target ?? {}) as T;
  }
  return found;
}

/** A reference's last part, "ClaimVerdict"; `null` for a schema that stands for itself. */
export function nameOf(schema: Schema): string | null {
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  return reference?.split("/").at(-1) ?? null;
}

/** A schema without the wrapping that only carries a description. */
export function unwrapped(api: OpenApi, schema: Schema): Schema {
  const [only] = schema.allOf ?? [];
  const inner = schema.allOf?.length === 1 && only !== undefined ? { ...resolve(api, only), ...without(schema) } : schema;
  return resolve(api, inner);
}

function without({ allOf: _, ...rest }: Schema): Schema {
  return rest;
}

/** "string, 1 to 2000 characters", "array of EvidenceItem, at most 10", "integer, 1 to 10". */
export function typeWords(api: OpenApi, schema: Schema): string {
  const plain = unwrapped(api, schema);
  const name = nameOf(schema);
  if (plain.type === "array" && plain.items !== undefined) {
    const inner = nameOf(plain.items) ?? typeWords(api, plain.items);
    return joined(`array of ${inner}`, bounds(plain.minItems, plain.maxItems, "items"));
  }
  const kind = name ?? plain.format ?? plain.type ?? "any";
  return joined(
    plain.nullable === true ? `${kind} or null` : kind,
    bounds(plain.minLength, plain.maxLength, "characters") ?? bounds(plain.minimum, plain.maximum, ""),
  );
}

const joined = (kind: string, limits: string | null): string => (limits === null ? kind : `${kind}, ${limits}`);

function bounds(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least === undefined && most === undefined) return null;
  const words = least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`;
  return `${words} ${unit}`.trim();
}

/** The address of a call: path parameters filled in, query parameters that are not empty behind it. */
export function addressOf(path: string, parameters: Parameter[], values: Record<string, string>): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? "";
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === "query" && value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}
