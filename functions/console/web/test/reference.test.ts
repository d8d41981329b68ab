import { describe, expect, test } from "vitest";
import written from "../../../../infra/openapi.json";
import { addressOf, type OpenApi, operationsByTag, resolve, typeWords, unwrapped } from "../src/reference/document";

const api = written as unknown as OpenApi;

describe("the API's own document", () => {
  test("every operation is under a tag, once", () => {
    const ids = operationsByTag(api).flatMap(({ places }) => places.map(({ operation }) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(Object.values(api.paths).flatMap((methods) => Object.keys(methods)).length);
  });

  test("every reference leads somewhere", () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/gu)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(0);
    for (const $ref of references) expect(Object.keys(resolve(api, { $ref } as { $ref?: string })), $ref).not.toEqual([]);
  });

  test("types in words", () => {
    expect(typeWords(api, { type: "string", minLength: 1, maxLength: 2000 })).toBe("string, 1 to 2000 characters");
    expect(typeWords(api, { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 3 })).toBe(
      "array of integer, at least 1, at most 3 items",
    );
    expect(typeWords(api, { allOf: [{ $ref: "#/components/schemas/Label" }], description: "x" })).toBe("Label");
    expect(unwrapped(api, { allOf: [{ $ref: "#/components/schemas/Label" }], description: "x" })).toMatchObject({
      type: "string",
      description: "x",
    });
  });

  test("addresses", () => {
    const parameters = [
      { name: "id", in: "path" as const },
      { name: "top", in: "query" as const },
      { name: "X-Request-Id", in: "header" as const },
    ];
    expect(addressOf("/api/sessions/{id}/summary", parameters, { id: "a/b", top: "3", "X-Request-Id": "r" })).toBe(
      "/api/sessions/a%2Fb/summary?top=3",
    );
    expect(addressOf("/api/sessions/{id}/summary", parameters, { id: "a", top: "" })).toBe("/api/sessions/a/summary");
  });
});
