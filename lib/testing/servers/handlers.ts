import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { holdToDescription } from "#lib/testing/described-answers";
import { root } from "./server-process";

/**
 * The handlers in this process, found by their files as the framework finds them. They are loaded when the first
 * request asks for them: after the variables of the environment are set.
 */
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** A path as its folder names it, such as `/api/transfers/[id]`, and the methods that it offers. */
type Route = { path: string; pattern: RegExp; load: () => Promise<Record<string, Handler>> };

/** Every path of /api that exists. */
export function apiRoutes(): Route[] {
  return handlerRoutes().filter(({ path }) => path.startsWith("/api/"));
}

let found: Route[] | undefined;

/** Every path that a handler answers. No file comes or goes while the tests run. */
function handlerRoutes(): Route[] {
  found ??= findRoutes();
  return found;
}

function findRoutes(): Route[] {
  const folder = join(root, "app");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.(ts|mjs)$/.test(file))
    .map((file) => {
      const path = `/${relative(folder, dirname(join(folder, file)))}`;
      let loaded: Promise<Record<string, Handler>> | undefined;
      const load = () => {
        loaded ??= import(pathToFileURL(join(folder, file)).href);
        return loaded;
      };
      return { path, pattern: patternOf(path), load };
    })
    .sort((a, b) => rank(a.path) - rank(b.path));
}

/**
 * Answers a request as the server does that Next makes of them. Throws for a path that no handler has, and for an answer
 * of our API that is not as its description says.
 */
export async function answerRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { path, pattern, load } of handlerRoutes()) {
    const match = pattern.exec(pathname);
    if (match === null) continue;
    const handler = (await load())[request.method];
    if (handler === undefined) throw new Error(`No handler for ${request.method} ${pathname}`);
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    const answer = await handler(request, { params: Promise.resolve(Object.fromEntries(params)) });
    // What is sent as it is read must not be read here.
    const isStream = answer.headers.get("content-disposition")?.startsWith("attachment") === true;
    const copy = isStream ? new Response(null, answer) : answer.clone();
    if (path.startsWith("/api/")) await holdToDescription(path, request.method, copy);
    return answer;
  }
  throw new Error(`No handler for ${request.method} ${pathname}`);
}

/** A path that names everything comes before one that leaves a part open. */
function rank(path: string): number {
  return path.includes("[...") ? 2 : path.includes("[") ? 1 : 0;
}

function patternOf(path: string): RegExp {
  const pattern = path.replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)");
  return new RegExp(`^${pattern}$`);
}
