import { describe, expect, it } from "vitest";
import { fromPairs, readBody, readMultipart } from "./read-body-text";

const nested = (depth: number) => ["a", ...Array.from({ length: depth - 1 }, () => "[a]")].join("");

describe("a body's text", () => {
  it.each([
    ['{"status":"paid"}', { status: "paid" }],
    [' "paid" ', "paid"],
    ["null", null],
    ["status=paid", { status: "paid" }],
    ["\n status=paid&id=1 \n", { status: "paid", id: "1" }],
    ["status=on+hold&note=a%26b", { status: "on hold", note: "a&b" }],
    ["status=paid&&id=1&", { status: "paid", id: "1" }],
    ["status=", { status: "" }],
    ["data[status]=paid&data[items][0][id]=1", { data: { status: "paid", items: { 0: { id: "1" } } } }],
    ["data.status=paid&data.id=1", { data: { status: "paid", id: "1" } }],
    ["status=failed&status=paid&id=1", [{ status: "failed", id: "1" }, { status: "paid" }]],
    ["data[status]=failed&data.status=paid", [{ data: { status: "failed" } }, { data: { status: "paid" } }]],
    ["a.b=1&ab=2", { a: { b: "1" }, ab: "2" }],
    ["data=text&data[status]=paid", { data: "text" }],
    ["data[status]=paid&data=text", { data: { status: "paid" } }],
  ])("%j is read", (text, body) => {
    expect(readBody(text)).toEqual({ body, isRead: true });
  });

  it.each([
    "",
    " ",
    "completed",
    "Your transfer was completed.",
    "a b=c",
    "status=paid now",
    "status=paid&on hold now",
    "on hold now&status=paid",
    "<a>b=c</a>",
    "{",
  ])("%j is neither JSON nor a form", (text) => {
    expect(readBody(text).isRead).toBe(false);
  });
});

describe("the fields of a form", () => {
  it("are at most 200", () => {
    const pairs = Array.from({ length: 201 }, (_, at) => [`f${at}`, "x"] as const);
    expect(Object.keys(fromPairs(pairs) as object)).toEqual(pairs.slice(0, 200).map(([name]) => name));
    const text = pairs.map((pair) => pair.join("=")).join("&");
    expect(Object.keys(readBody(text).body as object)).toHaveLength(200);
  });

  it("are all of the form of a field, or the text is no form", () => {
    const good = Array.from({ length: 199 }, (_, at) => `f${at}=x`);
    expect(readBody([...good, "f=x"].join("&")).isRead).toBe(true);
    expect(readBody([...good, "f is x"].join("&")).isRead).toBe(false);
  });

  it("are read to a depth of eight", () => {
    expect(JSON.stringify(fromPairs([[nested(8), "x"]]))).toContain('"x"');
    expect(JSON.stringify(fromPairs([[nested(9), "x"]]))).not.toContain('"x"');
  });

  it("reach no prototype", () => {
    const body = fromPairs([
      ["__proto__[status]", "paid"],
      ["constructor.prototype.status", "paid"],
    ]) as object;
    expect(Object.getPrototypeOf(body)).toBeNull();
    expect(Object.keys(body)).toEqual(["__proto__", "constructor"]);
    expect("status" in {}).toBe(false);
  });

  it("need a name", () => {
    expect(fromPairs([["", "x"]])).toEqual({});
    expect(fromPairs([["[]", "x"]])).toEqual({});
    expect(fromPairs([])).toEqual([]);
  });
});

describe("a multipart form", () => {
  const part = (name: string, value: string, rest = "") =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${value}\r\n`;

  it("is read by its first line, whoever sends it", async () => {
    expect(await readMultipart(`${part("status", "paid")}${part("data[id]", "1")}--x--\r\n`)).toEqual({
      status: "paid",
      data: { id: "1" },
    });
    const boundary = "----WebKitFormBoundary'()+,./:=?7";
    const browsers = `${part("status", "paid")}--x--\r\n`.replaceAll("--x", `--${boundary}`);
    expect(await readMultipart(browsers)).toEqual({ status: "paid" });
  });

  it("has no files", async () => {
    const text = `${part("status", "paid")}${part("file", "failed", '; filename="a.txt"')}--x--\r\n`;
    expect(await readMultipart(text)).toEqual({ status: "paid" });
  });

  it.each([
    "",
    "status=paid",
    "-x\r\n",
    "--\r\n",
    "--x",
    `--${"x".repeat(71)}\r\n`,
    "a--x\r\n",
    "--x\r\nbroken",
  ])("is not what %j is", async (text) => {
    expect(await readMultipart(text)).toBeUndefined();
  });
});
