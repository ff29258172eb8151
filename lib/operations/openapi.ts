import * as z from "zod/mini";
import * as answers from "#lib/contract/answers";
import type { InputRules } from "#lib/contract/api";
import * as auditAnswers from "#lib/contract/audit/audit-answers";
import * as payAnswers from "#lib/contract/pay/pay-answers";
import * as peopleAnswers from "#lib/contract/people-answers";
import { type ProblemCode, problems } from "#lib/contract/problem";
import * as quoteAnswers from "#lib/contract/quote/quote-answers";
import { roleFor, roleWords } from "#lib/contract/roles";
import { type ApiOperation, problemsOf } from "./api-operation";
import { apiOperations } from "./api-operations";

/** OpenAPI 3.1, made from the schemas that judge the inputs and that the tests check the answers against. */

type Json = { [name: string]: unknown };
type Settings = {
  version: string;
  rules: InputRules;
  /** The name of the session's cookie. */
  cookie: string;
};

const problemType = "application/problem+json";
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function describeApi({ version, rules, cookie }: Settings): Json {
  const { schemas, named } = namedSchemas();
  const paths: Record<string, Json> = {};
  for (const [key, operation] of Object.entries(apiOperations)) {
    const [method = "", pattern = ""] = key.split(" ");
    const path = pattern.replace(/\[(\w+)\]/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: toJson(operation, path, rules, named) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Offramp Dashboard",
      version,
      description:
        "Amounts are decimal text, times are ISO 8601 in UTC. Every answer has `x-request-id`, which is also in the server's log.",
    },
    servers: [{ url: "/" }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { ...schemas, Problem: problemSchema },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookie } },
    },
  };
}

/** The named answers, and a reference to each. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  const named = new Map<unknown, Json>();
  for (const [id, schema] of Object.entries({
    ...answers,
    ...auditAnswers,
    ...peopleAnswers,
    ...payAnswers,
    ...quoteAnswers,
  })) {
    registry.add(schema, { id });
    named.set(schema, reference(id));
  }
  const made = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` });
  const schemas = Object.fromEntries(
    Object.entries(made.schemas).map(([id, schema]) => [id, withoutHead(schema)]),
  );
  return { schemas, named };
}

function withoutHead({ $schema: _dialect, $id: _id, ...schema }: Json): Json {
  return schema;
}

function toJson(
  operation: ApiOperation,
  path: string,
  rules: InputRules,
  named: ReadonlyMap<unknown, Json>,
): Json {
  const { id, text, may, isRaw, body, query } = operation;
  const least = may === undefined ? "" : ` Least role: ${roleWords[roleFor(may)].name}.`;
  return {
    operationId: id,
    description: text + least,
    ...(may === undefined && { security: [] }),
    parameters: [...pathParameters(path), ...headerParameters(operation), ...queryParameters(query)],
    ...(body !== undefined && {
      requestBody: { required: true, content: jsonContent(inputSchema(body(rules), rules)) },
    }),
    ...(isRaw && { requestBody: { content: { "*/*": {} } } }),
    responses: { ...describeAnswers(operation, named), ...describeProblems(problemsOf(operation)) },
  };
}

const jsonContent = (schema: Json) => ({ "application/json": { schema } });

function describeAnswers({ answers }: ApiOperation, named: ReadonlyMap<unknown, Json>): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { text, schema, types, headers = {} }]) => [
      status,
      {
        description: text,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [
            name,
            { description, schema: { type: "string" } },
          ]),
        ),
        ...(schema !== undefined && {
          content: jsonContent(named.get(schema) ?? withoutHead(z.toJSONSchema(schema))),
        }),
        ...(types !== undefined && {
          content: Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }])),
        }),
      },
    ]),
  );
}

/** One response a status, with the codes that it may have. */
function describeProblems(codes: readonly ProblemCode[]): Json {
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const those = codes.filter((code) => problems[code].status === status);
      const description = those.map((code) => `${code}: ${problems[code].title}.`).join(" ");
      const properties = { status: { const: status }, code: { enum: those } };
      return [
        status,
        {
          description,
          content: { [problemType]: { schema: { allOf: [reference("Problem")], properties } } },
        },
      ];
    }),
  );
}

const problemSchema = {
  description: "RFC 9457. Some codes have further members, such as the ID of a conflicting transfer.",
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: { const: "about:blank" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "What it means and what to do." },
    code: { enum: Object.keys(problems) },
    requestId: { type: "string", format: "uuid" },
    errors: {
      type: "array",
      description: "One sentence for each field that has to be corrected.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
        additionalProperties: false,
      },
    },
  },
};

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameter("path", name, true));
}

function headerParameters({ headers = {} }: ApiOperation): Json[] {
  return Object.entries(headers).map(([name, description]) => ({
    ...parameter("header", name, true),
    description,
  }));
}

function queryParameters(query: ApiOperation["query"]): Json[] {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, schema]) => ({ ...parameter("query", name, false), schema }));
}

function parameter(place: "path" | "header" | "query", name: string, required: boolean): Json {
  return { in: place, name, required, schema: { type: "string" } };
}

/** What a schema can say; rules that need the asset table are in words. */
function inputSchema(schema: z.ZodMiniType, { assets }: InputRules): Json {
  const notes: Record<string, Json> = {
    amount: { description: "Decimal text: at most 15 digits, and no more decimals than the token has." },
    asset: { enum: assets.map(({ asset }) => asset) },
    accountNumber: { pattern: "^[0-9]{10}$" },
  };
  const made = withoutHead(z.toJSONSchema(schema, { io: "input" }));
  const properties = Object.entries((made.properties ?? {}) as Record<string, Json>);
  if (properties.length === 0) return made;
  return {
    ...made,
    properties: Object.fromEntries(properties.map(([name, each]) => [name, { ...each, ...notes[name] }])),
  };
}
