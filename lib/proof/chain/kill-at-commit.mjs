import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a server: kills it at the first commit of a transaction whose statements match KILL_WRITES. KILL_SIDE says
 * `before`: the commit is never sent; or `after`: it was done, and none of the server's own code has heard of it.
 */
const require = createRequire(import.meta.url);
const { KILL_SIDE: side, KILL_WRITES: pattern } = process.env;
const writes = new RegExp(pattern, "is");
/** What each connection has asked for since it began. */
const asked = new WeakMap();

function note(connection, text, when) {
  const texts = asked.get(connection) ?? [];
  if (/^\s*(begin|start transaction)/i.test(text)) asked.set(connection, []);
  else if (!/^\s*commit/i.test(text)) asked.set(connection, [...texts, text]);
  else if (when === side && writes.test(texts.join("\n"))) process.kill(process.pid, "SIGKILL");
}

function watchSqlite({ prototype }) {
  const { exec, prepare } = prototype;
  prototype.exec = function (text) {
    note(this, text, "before");
    const result = exec.call(this, text);
    if (/^\s*commit/i.test(text)) note(this, text, "after");
    return result;
  };
  prototype.prepare = function (text) {
    const statement = prepare.call(this, text);
    for (const name of ["all", "run"]) {
      const own = statement[name].bind(statement);
      statement[name] = (...values) => {
        note(this, text, "before");
        return own(...values);
      };
    }
    return statement;
  };
}

function watchPostgres({ prototype }) {
  const { query } = prototype;
  prototype.query = function (question, ...rest) {
    const text = question?.text ?? question;
    if (typeof text !== "string") return query.call(this, question, ...rest);
    note(this, text, "before");
    const result = query.call(this, question, ...rest);
    if (!/^\s*commit/i.test(text) || typeof result?.then !== "function") return result;
    return result.then((answer) => {
      note(this, text, "after");
      return answer;
    });
  };
}

if (isMainThread) {
  watchSqlite(require("libsql"));
  watchPostgres(require("pg").Client);
}
