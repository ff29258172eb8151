import { expect, it } from "vitest";
import { auditWords, describeAction, describeNobody, readFacts } from "./audit-words";

it("has a word of its own for every action", () => {
  expect(new Set(Object.values(auditWords)).size).toBe(Object.keys(auditWords).length);
  expect(describeAction("account_number_shown")).toBe("Account number shown");
});

it("shows a word that is not on the list as it stands in the log", () => {
  for (const word of ["nothing_happened", "constructor", "__proto__"])
    expect(describeAction(word)).toBe(word);
  expect(describeAction("signed\u202ein")).toBe("signed\\u{202E}in");
});

it("tells somebody who was not signed in from the dashboard itself", () => {
  expect(describeNobody("sign_in_failed")).toBe("Not signed in");
  expect(describeNobody("person_disabled")).toBe("This dashboard");
});

it("reads facts for people", () => {
  expect(readFacts("{}")).toEqual([]);
  const aboutAda = '{"email":"ada@example.com","role":"finance"}';
  expect(readFacts(aboutAda)?.[0]).toEqual({ name: "E-mail", value: "ada@example.com" });
  expect(readFacts(aboutAda, "Ada Obi")?.[0]).toEqual({ name: "Person", value: "Ada Obi" });
  expect(
    readFacts(
      '{"accountLastFour":"6789","amount":"1250.50","by":"a_command","isReplacement":false,"role":"admin"}',
    ),
  ).toEqual([
    { name: "Account ending in", value: "6789" },
    { name: "Amount", value: "1,250.50" },
    { name: "By", value: "a command on the server" },
    { name: "Replaces another", value: "no" },
    { name: "Role", value: "Admin" },
  ]);
});

it("says of a ledger where it came from and where it lies now", () => {
  expect(readFacts(`{"continues":"400:0123abcd${"e".repeat(56)}"}`)).toEqual([
    { name: "Continues after entry", value: "400 (0123abcd…)" },
  ]);
  expect(
    readFacts('{"by":"a_command","engine":"postgresql","events":"12","source":"a_backup","transfers":"3"}'),
  ).toEqual([
    { name: "By", value: "a command on the server" },
    { name: "Now stored in", value: "PostgreSQL" },
    { name: "Events", value: "12" },
    { name: "Came from", value: "a backup" },
    { name: "Transfers", value: "3" },
  ]);
  expect(describeNobody("ledger_restored")).toBe("This dashboard");
});

it("reads what somebody put there as it is, and gives up on what is no list of facts", () => {
  expect(readFacts('{"toString":"x\u202e","amount":"-1e5000","reason":{"a":[1]}}')).toEqual([
    { name: "toString", value: "x\\u{202E}" },
    { name: "Amount", value: "-1e5000" },
    { name: "Reason", value: '{"a":[1]}' },
  ]);
  for (const text of ["", "not JSON", "null", "[]", '"text"', "1"]) expect(readFacts(text)).toBeUndefined();
});
