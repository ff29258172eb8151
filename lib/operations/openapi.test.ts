import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { defaultAssets } from "#lib/asset/asset-tables";
import { apiOperations, listOperations } from "./api-operations";
import { describeApi } from "./openapi";

const rules = { assets: defaultAssets, allowPrivateCallbacks: false };
const document = describeApi({ version: "1.2.3", rules, cookie: "session" });

it("is a valid document of OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it("gives each operation a name of its own", () => {
  const ids = Object.values(apiOperations).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it("holds no word of a secret's place: the session is a cookie, and nothing else opens a door", () => {
  expect(document).toMatchObject({
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } } },
    info: { version: "1.2.3" },
  });
  const { paths } = document as { paths: Record<string, Record<string, { security?: unknown[] }>> };
  for (const [name, { may }] of listOperations()) {
    const [method = "", path = ""] = name.split(" ");
    const { security } = paths[path.replace(/\[(\w+)\]/g, "{$1}")]?.[method.toLowerCase()] ?? {};
    expect(security, name).toEqual(may === undefined ? [] : undefined);
  }
});
