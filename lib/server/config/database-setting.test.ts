import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "#lib/testing/temporary-folder";
import { ConfigurationError, readEnv } from "./env";

const AUTH_SECRET = "a-secret-of-the-tests-0123456789abcdef";
const read = (url: string) => readEnv({ DATABASE_URL: url, AUTH_SECRET }).database;

function faultsOf(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults.join("\n");
  }
  throw new Error("It was taken.");
}

describe("a PostgreSQL server", () => {
  it("on this machine is reached as it is, with every sign in its password", () => {
    expect(read("postgres://me:p%40s%2Fs%3A%C3%A9@localhost/ledger")).toEqual({
      kind: "postgres",
      connection: {
        host: "localhost",
        port: 5432,
        user: "me",
        password: "p@s/s:é",
        database: "ledger",
        ssl: false,
      },
    });
    expect(read("postgresql://me@[::1]:6000/ledger?sslmode=disable")).toMatchObject({
      connection: { host: "::1", port: 6000, password: undefined, ssl: false },
    });
  });
  it.each(["", "?sslmode=require", "?sslmode=verify-ca", "?sslmode=verify-full"])(
    "elsewhere is encrypted, its certificate checked for its host, with %j",
    (query) => {
      expect(read(`postgres://me:secret@db.example:6432/ledger${query}`)).toMatchObject({
        connection: { host: "db.example", port: 6432, ssl: { host: "db.example", rejectUnauthorized: true } },
      });
    },
  );
  it("is trusted by the authority in a file", () => {
    const file = join(temporaryFolder(), "authority.pem");
    writeFileSync(file, "PEM");
    const url = `postgres://me:secret@10.0.0.1/ledger?sslrootcert=${encodeURIComponent(file)}`;
    expect(read(url)).toMatchObject({ connection: { ssl: { ca: "PEM", host: "10.0.0.1" } } });
  });
  it("may stand in a file, whose name and content are two ways to say the same", () => {
    const file = join(temporaryFolder(), "url");
    writeFileSync(file, "postgres://me:secret@localhost/ledger\n");
    expect(readEnv({ DATABASE_URL_FILE: file, AUTH_SECRET }).database.kind).toBe("postgres");
    expect(faultsOf({ DATABASE_URL: "file:x", DATABASE_URL_FILE: file })).toContain("both set");
    expect(faultsOf({ DATABASE_URL_FILE: "/no/such/file" })).toContain("DATABASE_URL_FILE");
  });
  it("needs the secret that every dashboard on it shares", () => {
    expect(faultsOf({ DATABASE_URL: "postgres://me@localhost/ledger" })).toContain("AUTH_SECRET");
  });
  it.each([
    "postgres://me:CANARY@db.example/ledger?sslmode=disable",
    "postgres://me:CANARY@db.example/ledger?sslmode=prefer",
    "postgres://me:CANARY@db.example/ledger?sslmode=no-verify",
    "postgres://me:CANARY@10.0.0.1/ledger?sslmode=disable",
    "postgres://me:CANARY@127.0.0.1.example/ledger?sslmode=disable",
    "postgres://me:CANARY@localhost/ledger?sslmode=prefer",
    "postgres://me:CANARY@localhost/ledger?host=db.example",
    "postgres://me:CANARY@localhost/ledger?options=-c%20fsync%3Doff",
    "postgres://me:CANARY@localhost/ledger?sslmode=verify-full&sslrootcert=/no/such/file",
    "postgres://me:CANARY@localhost/",
    "postgres://:CANARY@localhost/ledger",
    "postgres:///ledger?password=CANARY",
    "postgres://me:CANARY@one,two/ledger",
    "postgres://me:%00CANARY@localhost/ledger",
    "postgres://me:%ffCANARY@localhost/ledger",
    "postgres://me:CANARY#@localhost/ledger",
    "postgres://me:CANARY@localhost:99999/ledger",
    "postgres:CANARY",
  ])("is refused by the variable's name alone: %s", (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toContain("DATABASE_URL");
    expect(faultsOf({ DATABASE_URL: url })).not.toContain("CANARY");
  });
});
