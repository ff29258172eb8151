import { countInFile } from "#lib/calls/export/file-end";
import { type ExportFormat, exportFormats } from "#lib/contract/transfer-list";
import { measure, median, spread } from "./load";
import { runProgram } from "./node-process";
import { memoryOf, onDashboard } from "./servers";

const rounds = 3;
const seconds = 3;
const connections = 50;
/** One callback URL takes 60 calls a minute, and a transfer has a handful of reports. */
const callbackUrls = 8_000;
/** So many URLs were not called before, and are called once. */
const newUrls = { seconds: 1, most: 10_000 };
/** How many transfers a ledger needs for that; some of those that are made up were never accepted. */
export const callbackTransfers = 50_000;

/** Callbacks that are committed before they are answered, against bare rows that are: in turns, on the same disk. */
export async function benchCallbacks(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const count = callbackUrls + rounds * newUrls.most;
  const tokens = await runProgram<string[]>(new URL("tokens-process.ts", import.meta.url), databaseUrl, [
    `${count}`,
  ]);
  if (tokens.length < count)
    throw new Error(`The ledger has ${tokens.length} accepted transfers, not ${count}.`);
  const known: number[] = [];
  const unknown: number[] = [];
  const bare: number[] = [];
  await onDashboard(databaseUrl, async (dashboard) => {
    const again = tokens.splice(0, callbackUrls);
    const send = async (some: readonly string[], time: number) => {
      const load = { url: dashboard.url, connections, seconds: time, method: "POST" as const };
      const headers = { "content-type": "application/json" };
      const body = '{"status":"processing","note":"{n}"}';
      const requestsOf = (own: readonly string[]) =>
        own.map((token) => ({ path: `/api/callbacks/${token}`, body }));
      const first = requestsOf(again);
      return (await measure({ ...load, headers, requests: requestsOf(some), first })).perSecond;
    };
    // A server that has just started is not yet compiled, and the first write to a page costs PostgreSQL a whole one.
    for (let round = 0; round < rounds; round++) await send(again, seconds);
    for (let round = 0; round < rounds; round++) {
      bare.push(
        await runProgram<number>(new URL("inserts-process.ts", import.meta.url), databaseUrl, [
          `${connections}`,
          `${seconds}`,
        ]),
      );
      const rate = await send(tokens.splice(0, newUrls.most), newUrls.seconds);
      if (rate * newUrls.seconds > newUrls.most) throw new Error("New URLs were called more than once.");
      unknown.push(rate);
      // The others have taken their place in the server's memory.
      await send(again, seconds);
      known.push(await send(again, seconds));
    }
  });
  const ratio = (kept: readonly number[]) =>
    `${(median(kept) / median(bare)).toFixed(2)} (${median(kept).toFixed(0)}/s, rounds apart by ${spread(kept)} %)`;
  print(
    `${engine}, durable callbacks of bare durable inserts at ${connections} connections (${median(bare).toFixed(0)}/s, ${spread(bare)} %): ${ratio(known)}; of transfers that this server has had none of yet ${ratio(unknown)}`,
  );
}

/** Transfers that are created, each with its bank, business and quote asked of the service, and the memory before and after. */
export async function benchSubmissions(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const body =
    '{"amount":"1250.50","asset":"base:usdc","bankCode":"000013","accountNumber":"0123456789","accountName":"Ngozi Eze","confirmSeparate":true}';
  await onDashboard(databaseUrl, async (dashboard, rest) => {
    for (const count of [1, 10]) {
      const perSecond: number[] = [];
      const p50: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const measured = await measure({
          url: dashboard.url,
          connections: count,
          seconds,
          method: "POST",
          headers: {
            "content-type": "application/json",
            cookie: dashboard.cookie,
            origin: dashboard.url,
            "idempotency-key": "00000000-0000-4000-8000-{n}",
          },
          requests: [{ path: "/api/transfers", body }],
        });
        perSecond.push(measured.perSecond);
        p50.push(measured.p50);
      }
      print(
        `${engine}, submissions at ${count} connections: ${median(perSecond).toFixed(0)}/s, p50 ${median(p50).toFixed(1)} ms (rounds apart by ${spread(perSecond)} %)`,
      );
    }
    const after = memoryOf(dashboard.process.pid);
    print(
      `${engine}, first answer ${dashboard.firstAnswerMs.toFixed(0)} ms after the start; memory ${rest?.now} MB at rest, ${after?.now} MB after the load, ${after?.most} MB at the most`,
    );
  });
}

/** An export of a whole ledger as each kind of file: how long it takes, and the most memory that the server had meanwhile. */
export async function benchExport(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  for (const format of exportFormats) {
    const { rows, bytes, seconds: taken, rest, most } = await measureExport(databaseUrl, { format });
    print(
      `${engine}, export as ${format}: ${rows ?? "not whole"}, ${(bytes / 1e6).toFixed(0)} MB in ${taken.toFixed(0)} s; memory ${rest} MB at rest, ${most} MB at the most`,
    );
  }
}

/** Of all transfers, or of a month's movements. */
type Exported = { format: ExportFormat; month?: string };

/** By a server of its own. `rows` is as its last row says it; memory is in megabytes. */
export async function measureExport(databaseUrl: string, { format, month }: Exported) {
  const measured = { rows: undefined as string | undefined, bytes: 0, seconds: 0, rest: 0, most: 0 };
  await onDashboard(databaseUrl, async (dashboard, rest) => {
    const start = performance.now();
    const headers = { cookie: dashboard.cookie, origin: dashboard.url };
    const answer =
      month === undefined
        ? await fetch(`${dashboard.url}/api/transfers/export`, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ format }),
          })
        : await fetch(`${dashboard.url}/api/months/${month}/export?format=${format}`, { headers });
    const file = await answer.blob();
    measured.seconds = (performance.now() - start) / 1000;
    measured.bytes = file.size;
    measured.rest = rest?.now ?? 0;
    measured.most = memoryOf(dashboard.process.pid)?.most ?? 0;
    measured.rows = await countInFile[format](file, month === undefined ? "transfers" : "movements");
  });
  return measured;
}
