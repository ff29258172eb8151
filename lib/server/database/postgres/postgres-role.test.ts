import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "#lib/server/database/db";
import { settingOf } from "#lib/testing/database/database-setting";
import { administer } from "#lib/testing/database/postgres-admin";
import { root } from "#lib/testing/servers/server-process";

const word = "role-of-the-tests";

/** What the container of PostgreSQL runs, as its statements. */
function statements(): string[] {
  const script = readFileSync(join(root, "deploy/make-role.sh"), "utf8");
  const [, text = ""] = /<<'SQL'\n\\set password [^\n]+\n([\s\S]+)\nSQL/.exec(script) ?? [];
  return text.replace(":'password'", `'${word}'`).split("\n");
}

it("is enough for a dashboard as the composition makes it, and may do nothing else on the server", async () => {
  const admin = inject("postgres");
  onTestFinished(async () => {
    await administer(admin, "drop database if exists dashboard with (force)");
    await administer(admin, "drop role if exists dashboard");
    await administer(admin, "grant connect, temporary on database postgres, template1 to public");
  });
  for (const statement of statements()) await administer(admin, statement);
  const url = new URL(admin);
  [url.username, url.password, url.pathname] = ["dashboard", word, "/dashboard"];
  const ledger = await openDatabase(settingOf(url.href));
  expect(await ledger.selectFrom("transfers").selectAll().execute()).toEqual([]);
  await ledger.destroy();
  const [role] = await administer(
    url.href,
    "select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user",
  );
  expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
  for (const refused of [
    "create database other",
    "create role other",
    "alter role dashboard superuser",
    "select * from pg_authid",
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
  ])
    await expect(administer(url.href, refused), refused).rejects.toThrow(
      /permission denied|only roles|must be superuser/i,
    );
  url.pathname = "/postgres";
  await expect(administer(url.href, "select 1")).rejects.toThrow(/permission denied/);
});
