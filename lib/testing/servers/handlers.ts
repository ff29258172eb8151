import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { routeOf } from "#lib/server/http/route-names";
import { holdToDescription } from "#lib/testing/described-answers";
import { root } from "./server-process";

/**
 * The handlers in this process, found by their files as the framework finds them. They are loaded when the first
 * request asks for them: after the variables of the environment are set.
 */
type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;

/** A path as its folder names it, such as `/api/[...path]`. */
type Route = { folders: string[]; load: () => Promise<Record<string, Handler>> };

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
      let loaded: Promise<Record<string, Handler>> | undefined;
      const load = () => {
        loaded ??= import(pathToFileURL(join(folder, file)).href);
        return loaded;
      };
      return { folders: relative(folder, dirname(join(folder, file))).split("/"), load };
    });
}

/**
 * Answers a request as the server does that Next makes of them. Throws for a path that no handler has, and for an answer
 * of our API that is not as its description says.
 */
export async function answerRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const parts = pathname.slice(1).split("/").map(decodeURIComponent);
  const route = handlerRoutes().find(({ folders }) =>
    folders.every((folder, at) => folder === parts[at] || (folder === "[...path]" && at < parts.length)),
  );
  const handler = (await route?.load())?.[request.method];
  if (route === undefined || handler === undefined)
    throw new Error(`No handler for ${request.method} ${pathname}`);
  const path = parts.slice(route.folders.indexOf("[...path]"));
  const answer = await handler(request, { params: Promise.resolve({ path }) });
  // What is sent as it is read must not be read here.
  const isStream = answer.headers.get("content-disposition")?.startsWith("attachment") === true;
  const copy = isStream ? new Response(null, answer) : answer.clone();
  if (parts[0] === "api") await holdToDescription(routeOf(pathname), request.method, copy);
  return answer;
}
