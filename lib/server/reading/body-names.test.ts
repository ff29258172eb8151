import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import { partsOf, roleOfToken, textOf } from "./body-names";

const roles = (body: object) => partsOf(body)?.[0]?.inner.map(({ name, role }) => `${name}: ${role}`);
/** Whether a field so many objects deep is read. */
const isReached = (depth: number) => {
  const body = Array.from({ length: depth }).reduce<object>((inner) => ({ data: inner }), { status: "x" });
  const all = (parts: ReturnType<typeof partsOf>): unknown[] =>
    (parts ?? []).flatMap(({ fields, inner }) => [...fields.map(({ name }) => name), ...all([...inner])]);
  return all(partsOf(body)).includes("status");
};

describe("the objects of a body", () => {
  it("are told apart by their names, however those are written", () => {
    expect(
      roles({ data: {}, "Pay-Out": {}, line_items: [{}, {}], refund: {}, customer: {}, foo: {}, old_x: {} }),
    ).toEqual([
      "data: wrapper",
      "payout: transfer",
      "lineitems: transfer",
      "lineitems: transfer",
      "refund: leg",
      "customer: apart",
      "foo: unknown",
      "oldx: apart",
    ]);
  });

  it("are the one that it is, those of its list, or none", () => {
    expect(partsOf({ a: 1 })).toEqual([
      { name: "", role: "top", fields: [{ name: "a", value: 1 }], inner: [], isDeeper: false },
    ]);
    expect(partsOf([{ a: 1 }, "x", null, [[{ c: 3 }]], { b: 2 }])?.map(({ fields }) => fields)).toEqual([
      [{ name: "a", value: 1 }],
      [{ name: "c", value: 3 }],
      [{ name: "b", value: 2 }],
    ]);
    for (const body of ["x", null, undefined, 5, true, new LosslessNumber("5")])
      expect(partsOf(body)).toEqual([]);
  });

  it("have names of a hundred characters at most", () => {
    const [part] = partsOf({ [`${"_".repeat(100)}status`]: 1, [`status${"_".repeat(100)}`]: 2 }) ?? [];
    expect(part?.fields).toEqual([
      { name: "", value: 1 },
      { name: "status", value: 2 },
    ]);
  });

  it("are read to a depth of twelve", () => {
    expect(isReached(12)).toBe(true);
    expect(isReached(13)).toBe(false);
  });

  it("hold two thousand fields and objects at most", () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1]));
    expect(partsOf(fields(1_999))).toHaveLength(1);
    expect(partsOf(fields(2_000))).toBeUndefined();
    expect(partsOf({ a: fields(999), b: fields(996) })).toHaveLength(1);
    expect(partsOf({ a: fields(999), b: fields(997) })).toBeUndefined();
    expect(partsOf(Array.from({ length: 2_000 }, () => ({})))).toHaveLength(2_000);
    expect(partsOf(Array.from({ length: 2_001 }, () => ({})))).toBeUndefined();
  });

  it("may come as text, under any name but that of something else", () => {
    const inner = (name: string, text: string) =>
      partsOf({ [name]: text })?.[0]?.inner.map(({ fields }) => fields.map((field) => field.name));
    expect(inner("payload", '{"a":1}')).toEqual([["a"]]);
    expect(inner("payload", ' \n[{"a":1},{"b":1}]')).toEqual([["a"], ["b"]]);
    expect(inner("payout", '{"a":1}')).toEqual([["a"]]);
    expect(inner("foo", '{"a":1}')).toEqual([["a"]]);
    expect(inner("customer", '{"a":1}')).toEqual([]);
    expect(inner("payload", '{"a":')).toEqual([]);
    expect(inner("payload", '"{}"')).toEqual([]);
    expect(inner("payload", "text {}")).toEqual([]);
  });
});

describe("a text or a number", () => {
  it.each([
    ["x", "x"],
    [" x\n", "x"],
    [new LosslessNumber("1.10"), "1.10"],
    ["", undefined],
    [" ", undefined],
    [5, undefined],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [["x"], undefined],
    [{ value: "x", isLosslessNumber: true }, undefined],
  ])("%j is read as %s", (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});

it.each([
  ["payout", "transfer"],
  ["off", "transfer"],
  ["refund", "leg"],
  ["kyc", "apart"],
  ["quote", "apart"],
  ["test", "apart"],
  ["data", "unknown"],
  ["testing", "unknown"],
  ["", "unknown"],
])("in an event's name, %j is %s", (token, role) => {
  expect(roleOfToken(token)).toBe(role);
});
