// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { answerHeaders } from "./answer-headers.mjs";

/**
 * The scripts and styles of the build, compressed once instead of with every request, and by an eighth smaller than the
 * framework does it. Their names change with their content.
 */
/** @type {Record<string, string>} */
const types = { ".js": "application/javascript; charset=UTF-8", ".css": "text/css; charset=UTF-8" };
const suffix = ".br";

/**
 * Asks Chrome and its kin to compile a script as a whole, on a thread of its own, while it comes in. Without it they
 * compile it function by function at the first call, on the thread that the page needs to come alive: half of all that a
 * page computes then. Other browsers read a comment (https://v8.dev/blog/explicit-compile-hints).
 */
const compileHint = Buffer.from("//# allFunctionsCalledOnLoad\n");
/** In bytes. In a smaller script there is too little to compile. */
const leastHinted = 8_000;

/**
 * Puts a compressed file beside each script and style of a folder of the build.
 *
 * @param {string} folder
 */
export function compressStaticFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (types[extname(name)] === undefined) continue;
    const file = readFileSync(join(folder, name));
    const isHinted = extname(name) === ".js" && file.length >= leastHinted;
    const text = isHinted ? Buffer.concat([compileHint, file]) : file;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(join(folder, name + suffix), brotliCompressSync(text, { params }));
  }
}

/**
 * Makes what answers a request for a compressed file of the folder, which is known to browsers as `/_next/static/`. It
 * gives false, and has done nothing, where somebody else has to answer: for any other path, for a browser that does not
 * read this compression, and for a part of a file.
 *
 * @param {string} folder
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean}
 */
export function makeStaticAnswer(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  // Only what was found here is ever read, whatever a path says.
  const files = new Map(
    names
      .filter((name) => name.endsWith(suffix))
      .map((name) => [`/_next/static/${name.slice(0, -suffix.length).replaceAll("\\", "/")}`, name]),
  );
  const contents = new Map();
  return (request, response) => {
    const { method, url = "", headers } = request;
    const [path = ""] = url.split("?");
    const name = files.get(path);
    const isWhole = (method === "GET" || method === "HEAD") && headers.range === undefined;
    if (name === undefined || !isWhole || !readsBrotli(headers["accept-encoding"])) return false;
    const content = contents.get(name) ?? readFileSync(join(folder, name));
    contents.set(name, content);
    response.writeHead(200, {
      ...answerHeaders,
      "content-type": types[extname(path)],
      "content-encoding": "br",
      "content-length": content.length,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    response.end(method === "HEAD" ? undefined : content);
    return true;
  };
}

/**
 * Whether `Accept-Encoding` names it, and not to refuse it.
 *
 * @param {string | string[] | undefined} accepted
 */
function readsBrotli(accepted = "") {
  return String(accepted)
    .split(",")
    .some((part) => /^\s*br\s*(;\s*q=(1|0\.\d*[1-9])\S*)?\s*$/.test(part));
}
