/**
 * The handlers of /api in this process. They are loaded when the first request asks for them: after the variables of
 * the environment are set.
 */
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Answers a request as the server does that Next makes of them. Throws for a path that no handler has. */
export async function answerRequest(request: Request): Promise<Response> {
  const { handler, params } = await findHandler(new URL(request.url).pathname, request.method);
  return handler(request, { params: Promise.resolve(params) });
}

async function findHandler(
  path: string,
  method: string,
): Promise<{ handler: Handler; params: Record<string, string> }> {
  for (const [pattern, load] of routes) {
    const match = pattern.exec(path);
    const handler = match === null ? undefined : ((await load()) as Record<string, Handler>)[method];
    if (handler === undefined) continue;
    const params = Object.entries(match?.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { handler, params: Object.fromEntries(params) };
  }
  throw new Error(`No handler for ${method} ${path}`);
}

const routes: [RegExp, () => Promise<unknown>][] = [
  [/^\/api\/business$/, () => import("../../app/api/business/route")],
  [/^\/api\/banks$/, () => import("../../app/api/banks/route")],
  [/^\/api\/quote$/, () => import("../../app/api/quote/route")],
  [/^\/api\/attention\/counts$/, () => import("../../app/api/attention/counts/route")],
  [/^\/api\/attention$/, () => import("../../app/api/attention/route")],
  [/^\/api\/audit\/verification$/, () => import("../../app/api/audit/verification/route")],
  [/^\/api\/audit$/, () => import("../../app/api/audit/route")],
  [/^\/api\/transfers$/, () => import("../../app/api/transfers/route")],
  [
    /^\/api\/transfers\/(?<id>[^/]+)\/resolution$/,
    () => import("../../app/api/transfers/[id]/resolution/route"),
  ],
  [/^\/api\/transfers\/(?<id>[^/]+)\/notes$/, () => import("../../app/api/transfers/[id]/notes/route")],
  [/^\/api\/transfers\/(?<id>.+)$/, () => import("../../app/api/transfers/[id]/route")],
  [/^\/api\/callbacks\/(?<token>.+)$/, () => import("../../app/api/callbacks/[token]/route")],
];
