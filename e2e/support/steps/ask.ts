import { Agent, request } from "undici";

/** Any method: `fetch` refuses some. */
type Ask = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Record<string, string>; text: string };

/** Enough connections for a second that a server lets a stranger wait. */
const agent = new Agent({ connections: 16 });

/** Asks without a browser and follows no redirect: a twentieth of what a browser's own request costs. */
export async function ask(url: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Answer> {
  const answer = await request(url, {
    method: method as "GET",
    headers,
    body: body ?? null,
    dispatcher: agent,
  });
  const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? "")]);
  return { status: answer.statusCode, headers: Object.fromEntries(named), text: await answer.body.text() };
}
