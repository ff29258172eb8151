import { gzipSync } from "node:zlib";
import { type Measured, measure, median } from "./load";
import { startBareHandler, startDashboard, startService } from "./servers";

const rounds = 3;
const seconds = 3;
/** Fewer than make a crowd of one person, who would wait for themselves. */
const connections = 8;
const pages = ["/transfers", "/", "/audit"];

type Target = { name: string; url: string; path: string; headers: Record<string, string> };

/** The pages of the dashboard, signed in, beside an empty page of the same framework, in turns. */
export async function benchPages(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const service = await startService();
  const bare = await startBareHandler(service.url);
  const dashboard = await startDashboard(service.url, databaseUrl);
  const headers = { cookie: dashboard.cookie };
  const targets: Target[] = [
    { name: "empty", url: bare.url, path: "/empty", headers: {} },
    ...pages.map((path) => ({ name: path, url: dashboard.url, path, headers })),
  ];
  try {
    const measured = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const { name, url, path, headers } of targets) {
        const load = { url, connections, seconds, method: "GET" as const, headers, requests: [{ path }] };
        measured.get(name)?.push(await measure(load));
      }
    const rateOf = (name: string) => median((measured.get(name) ?? []).map(({ perSecond }) => perSecond));
    for (const target of targets) {
      const html = await (await fetch(`${target.url}${target.path}`, { headers: target.headers })).text();
      const rate = rateOf(target.name);
      const share = (rate / rateOf("empty")).toFixed(2);
      const size = `${(html.length / 1000).toFixed(1)} kB (${(gzipSync(html).length / 1000).toFixed(1)} gz)`;
      print(`${target.name.padEnd(12)} ${size}, ${rate.toFixed(0)}/s, ${share} of the empty page`);
    }
  } finally {
    await Promise.all([service, bare, dashboard].map((server) => server.process.stop()));
    bare.remove();
  }
}
