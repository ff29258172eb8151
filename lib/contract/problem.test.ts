import { expect, test } from "vitest";
import { Problem } from "./problem";

test("what an answer states is read back as it was, in a browser that does not know the kind by itself", () => {
  const said = new Problem("last_admin", "Make somebody else an admin first.", {
    errors: [{ path: "role", message: "Choose another." }],
    extra: { person: "p1" },
  });
  const json = said.toJson("r1");
  const read = Problem.fromJson({ ...json, title: "As the server words it" }, 409, "30");
  expect(read).toMatchObject({
    code: "last_admin",
    status: 409,
    title: "As the server words it",
    detail: said.detail,
    message: `As the server words it. ${said.detail}`,
    errors: said.errors,
    extra: { person: "p1" },
    requestId: "r1",
    retryAfterSeconds: 30,
  });
});

test.each([
  null,
  "text",
  [],
  { code: "not_found" },
  { code: 404, title: "a", detail: "b" },
  { code: "x", detail: "b" },
])("%j is no error of ours", (body) => {
  expect(Problem.fromJson(body, 502)).toMatchObject({
    code: "internal",
    detail: "The dashboard answered with HTTP 502.",
  });
});
