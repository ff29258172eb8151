import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a server: at SIGUSR2 it reads from STEP_FILE at which step the server is to be killed, and
 * takes the file away. The server dies after a statement was done, before any of its own code hears of it.
 */
const require = createRequire(import.meta.url);
/** What a connection has inserted into and updated since its last commit, and whether it is in a transaction. */
const connections = new WeakMap();
const steps = {
  kept: ({ isOpen, tables }) => !isOpen && tables.has("received"),
  applying: ({ isOpen, tables }) => isOpen && tables.has("transfer_events"),
  covering: ({ isOpen, tables }) => isOpen && tables.has("audit_log"),
  applied: ({ isOpen, tables }) => !isOpen && tables.has("transfer_events"),
  asking: ({ isOpen, tables }) => isOpen && tables.has("requests"),
  asked: ({ isOpen, tables }) => !isOpen && tables.has("requests"),
  approving: ({ isOpen, tables }) => isOpen && tables.has("approvals"),
  releasing: ({ isOpen, tables }) => isOpen && tables.has("approvals") && tables.has("transfer_events"),
  approved: ({ isOpen, tables }) => !isOpen && tables.has("approvals"),
  ruling: ({ isOpen, tables }) => isOpen && tables.has("control_rules"),
  ruled: ({ isOpen, tables }) => !isOpen && tables.has("control_rules"),
  importing: ({ isOpen, tables }) => isOpen && tables.has("batch_rows"),
  imported: ({ isOpen, tables }) => !isOpen && tables.has("batch_rows"),
  agreeing: ({ isOpen, updated }) => isOpen && updated.has("batch_rows"),
  agreed: ({ isOpen, tables, updated }) => !isOpen && updated.has("batch_rows") && tables.has("audit_log"),
  leased: ({ isOpen, tables, updated }) => !isOpen && updated.has("batch_rows") && !tables.has("audit_log"),
  intending: ({ isOpen, tables }) => isOpen && tables.has("transfers"),
  intended: ({ isOpen, tables }) => !isOpen && tables.has("transfers"),
  claimed: ({ isOpen, tables, updated }) => !isOpen && updated.has("transfers") && !tables.has("transfers"),
  funding: ({ isOpen, tables }) => isOpen && tables.has("funding_files"),
  filing: ({ isOpen, tables }) => isOpen && tables.has("funding_files") && tables.has("transfer_events"),
  funded: ({ isOpen, tables }) => !isOpen && tables.has("funding_files"),
  bringing: ({ isOpen, tables }) => isOpen && tables.has("statement_lines"),
  brought: ({ isOpen, tables }) => !isOpen && tables.has("statement_lines"),
  matching: ({ isOpen, tables }) => isOpen && tables.has("line_matches"),
  matched: ({ isOpen, tables }) => !isOpen && tables.has("line_matches"),
  moving: ({ isOpen, tables }) => isOpen && tables.has("movements"),
  moved: ({ isOpen, tables }) => !isOpen && tables.has("movements"),
  taking: ({ isOpen, updated }) => isOpen && updated.has("movements"),
  closing: ({ isOpen, tables }) => isOpen && tables.has("closings"),
  closed: ({ isOpen, tables }) => !isOpen && tables.has("closings"),
};
let step;

function arm() {
  step = steps[readFileSync(process.env.STEP_FILE, "utf8")];
  rmSync(process.env.STEP_FILE);
}

function done(connection, text) {
  if (step === undefined) return;
  const state = connections.get(connection) ?? { isOpen: false, tables: new Set(), updated: new Set() };
  connections.set(connection, state);
  if (/^\s*(begin|start transaction)/i.test(text)) state.isOpen = true;
  if (/^\s*(commit|rollback)/i.test(text)) state.isOpen = false;
  for (const [, table] of text.matchAll(/\binsert into "?(\w+)/gi)) state.tables.add(table);
  for (const [, table] of text.matchAll(/\bupdate "?(\w+)/gi)) state.updated.add(table);
  if (step(state)) process.kill(process.pid, "SIGKILL");
  if (state.isOpen) return;
  state.tables.clear();
  state.updated.clear();
}

function watchSqlite({ prototype }) {
  const { exec, prepare } = prototype;
  prototype.exec = function (text) {
    const result = exec.call(this, text);
    done(this, text);
    return result;
  };
  prototype.prepare = function (text) {
    const statement = prepare.call(this, text);
    for (const name of ["all", "run"]) {
      const own = statement[name].bind(statement);
      statement[name] = (...values) => {
        const result = own(...values);
        done(this, text);
        return result;
      };
    }
    return statement;
  };
}

function watchPostgres({ prototype }) {
  const { query } = prototype;
  prototype.query = function (asked, ...rest) {
    const result = query.call(this, asked, ...rest);
    const text = asked?.text ?? asked;
    if (typeof text !== "string" || typeof result?.then !== "function") return result;
    return result.then((answer) => {
      done(this, text);
      return answer;
    });
  };
}

if (isMainThread) {
  process.on("SIGUSR2", arm);
  watchSqlite(require("libsql"));
  watchPostgres(require("pg").Client);
}
