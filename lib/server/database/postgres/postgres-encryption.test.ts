import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readDatabase } from "#lib/server/config/database-setting";
import { readFile } from "#lib/server/config/env-values";
import { openDatabase } from "#lib/server/database/db";
import { startPostgres, type TestPostgres } from "#lib/testing/database/postgres";
import { type Certificate, newAuthority, newServerCertificate } from "#lib/testing/servers/certificates";
import { temporaryFolder } from "#lib/testing/temporary-folder";

let server: TestPostgres;
let authority: Certificate;

beforeAll(async () => {
  server = await startPostgres();
  authority = newAuthority();
});
afterAll(() => server.close());

/** Opens the database with verified encryption. Gives the refusal, or that the connection is encrypted. */
async function open(trusted: string | undefined): Promise<string> {
  const url = new URL(server.url);
  url.searchParams.set("sslmode", "verify-full");
  const fault = (message: string) => {
    throw new Error(message);
  };
  if (trusted !== undefined) {
    const file = join(temporaryFolder(), "authority.pem");
    writeFileSync(file, trusted);
    url.searchParams.set("sslrootcert", file);
  }
  const setting = readDatabase(url.href, fault, (name, path) => readFile(name, path, fault));
  if (setting === undefined) throw new Error("The URL was not taken.");
  try {
    const ledger = await openDatabase(setting);
    const query = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    const { rows } = await query.execute(ledger);
    await ledger.destroy();
    return rows[0]?.ssl === true ? "encrypted" : "in the clear";
  } catch (error) {
    return String(error);
  }
}

async function identify(ip: string): Promise<void> {
  const { certificate, key } = newServerCertificate(authority, ip);
  const file = server.keepFile(`${ip}.pem`, certificate);
  await server.set({ ssl: "on", ssl_cert_file: file, ssl_key_file: server.keepFile(`${ip}-key.pem`, key) });
}

it("refuses a server that offers none", async () => {
  expect(await open(authority.certificate)).toContain("offers no TLS");
});

it("is used with a server whose certificate the authority has signed for its host, and with no other", async () => {
  await identify("127.0.0.1");
  expect(await open(authority.certificate)).toBe("encrypted");
  expect(await open(undefined)).toContain("certificate is not trusted");
  expect(await open(newAuthority().certificate)).toContain("certificate is not trusted");
  await identify("127.0.0.2");
  expect(await open(authority.certificate)).toContain("certificate is for another host");
});
