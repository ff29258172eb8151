import { measure, median, spread } from "./load";
import { runProgram } from "./node-process";
import { memoryOf, onDashboard } from "./servers";

const rounds = 3;
const seconds = 3;
const connections = 50;
/** One callback URL takes 60 calls a minute, and a transfer has a handful of reports. */
const callbackUrls = 8_000;

/** Callbacks that are committed before they are answered, against bare rows that are: in turns, on the same disk. */
export async function benchCallbacks(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const tokens = await runProgram<string[]>(new URL("tokens-process.ts", import.meta.url), databaseUrl, [
    `${callbackUrls}`,
  ]);
  const requests = tokens.map((token) => ({
    path: `/api/callbacks/${token}`,
    body: '{"status":"processing","note":"{n}"}',
  }));
  const kept: number[] = [];
  const bare: number[] = [];
  const headers = { "content-type": "application/json" };
  await onDashboard(databaseUrl, async (dashboard) => {
    const send = () =>
      measure({ url: dashboard.url, connections, seconds, method: "POST", headers, requests });
    // A server that has just started is not yet compiled, and the first write to a page costs PostgreSQL a whole one.
    for (let round = 0; round < rounds; round++) await send();
    for (let round = 0; round < rounds; round++) {
      bare.push(
        await runProgram<number>(new URL("inserts-process.ts", import.meta.url), databaseUrl, [
          `${connections}`,
          `${seconds}`,
        ]),
      );
      kept.push((await send()).perSecond);
    }
  });
  print(
    `${engine}, durable callbacks: ${(median(kept) / median(bare)).toFixed(2)} of bare durable inserts at ${connections} connections: ${median(kept).toFixed(0)}/s and ${median(bare).toFixed(0)}/s (rounds apart by ${spread(kept)} and ${spread(bare)} %)`,
  );
}

/** Transfers that are created, each with its bank, business and quote asked of the service, and the memory before and after. */
export async function benchSubmissions(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const body =
    '{"amount":"12.5","asset":"base:usdc","bankCode":"000013","accountNumber":"0123456789","accountName":"Ngozi Eze","confirmSeparate":true}';
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

/** An export of a whole ledger: how long it takes, and the most memory that the server had meanwhile. */
export async function benchExport(
  engine: string,
  databaseUrl: string,
  print: (line: string) => void,
): Promise<void> {
  await onDashboard(databaseUrl, async (dashboard, rest) => {
    const start = performance.now();
    const answer = await fetch(`${dashboard.url}/api/transfers/export`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: dashboard.cookie, origin: dashboard.url },
      body: "{}",
    });
    let bytes = 0;
    let last = "";
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength;
      last = (last + Buffer.from(chunk).toString()).slice(-200);
    }
    const memory = memoryOf(dashboard.process.pid);
    const said = /End of the export,(\d+ transfers)/.exec(last)?.[1] ?? "not whole";
    print(
      `${engine}, export: ${said}, ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - start) / 1000).toFixed(0)} s; memory ${rest?.now} MB at rest, ${memory?.most} MB at the most`,
    );
  });
}
