import { type Load, type Measured, measure, median, spread } from "./load";
import { startBareHandler, startDashboard, startService } from "./servers";

const rounds = 3;
const seconds = 2;
const connections = [1, 10, 50];
const quoteBody = '{"amount":"1250.50","asset":"base:usdc"}';
const serviceQuote =
  '{"amount":1250.50,"asset":"base:usdc","currency":"NGN","country":"NG","channel":"BANK"}';

type Operation = { name: string; method: "GET" | "POST"; ours: string; theirs: string };
/** The business and the banks are asked for 60 times a minute at most. */
const operations: Operation[] = [
  { name: "quote", method: "POST", ours: "/api/quote", theirs: "/api/v1/transfers/quote" },
];

/** The dashboard, a bare handler of the same framework, and the service itself, side by side and in turns. */
export async function benchProxying(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const service = await startService();
  const bare = await startBareHandler(service.url);
  const dashboard = await startDashboard(service.url, databaseUrl);
  const targets = {
    dashboard: { url: dashboard.url, headers: { cookie: dashboard.cookie, origin: dashboard.url } },
    bare: { url: bare.url, headers: {} },
    service: { url: service.url, headers: { "x-api-key": "bench-key" } },
  };
  try {
    for (const operation of operations) {
      for (const count of connections) {
        const measured: Record<keyof typeof targets, Measured[]> = { dashboard: [], bare: [], service: [] };
        for (let round = 0; round < rounds; round++)
          for (const [name, target] of Object.entries(targets))
            measured[name as keyof typeof targets].push(
              await measure(loadOf(operation, name === "service", count, target)),
            );
        report(operation, count, measured, print);
      }
    }
  } finally {
    await Promise.all([service, bare, dashboard].map((server) => server.process.stop()));
    bare.remove();
  }
}

function loadOf(
  { method, ours, theirs }: Operation,
  isService: boolean,
  count: number,
  { url, headers }: { url: string; headers: Record<string, string> },
): Load {
  const body = isService ? serviceQuote : quoteBody;
  return {
    url,
    connections: count,
    seconds,
    method,
    headers: { ...headers, ...(method === "POST" && { "content-type": "application/json" }) },
    requests: [{ path: isService ? theirs : ours, ...(method === "POST" && { body }) }],
  };
}

function report(
  { name }: Operation,
  count: number,
  measured: Record<"dashboard" | "bare" | "service", Measured[]>,
  print: (line: string) => void,
): void {
  const middle = (list: Measured[], of: keyof Measured) => median(list.map((each) => each[of]));
  const { dashboard, bare } = measured;
  const p50Ratio = middle(dashboard, "p50") / middle(bare, "p50");
  const rateRatio = middle(dashboard, "perSecond") / middle(bare, "perSecond");
  const head = `${name}, ${count} connection${count === 1 ? "" : "s"}`.padEnd(26);
  print(
    `${head} p50 ${p50Ratio.toFixed(2)} of the bare handler's, ${rateRatio.toFixed(2)} times its requests/s`,
  );
  for (const [target, list] of Object.entries(measured)) {
    const times = `p50 ${middle(list, "p50").toFixed(2)} ms, p99 ${middle(list, "p99").toFixed(2)} ms`;
    const rate = `${middle(list, "perSecond").toFixed(0)}/s (rounds apart by ${spread(list.map((each) => each.perSecond))} %)`;
    print(`    ${target.padEnd(10)} ${times}, ${rate}`);
  }
}
