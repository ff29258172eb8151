/**
 * The rooms of the house, and who may import whom. A room may import those that stand before it in its list, and never one
 * that stands after it. A source file in no room is an error, so a new folder needs a line here.
 */

/** What travels and what it means: known to the browser and to the server. Imports no react, no next and no node. */
const pure = [
  "text",
  "money",
  "bank",
  "asset",
  "transfer",
  "transfer/standing",
  "contract",
  "operations",
  "words",
].map(inLib);

/** The server: what decides and stores. */
const server = [
  "config",
  "outgoing",
  "observe",
  "tables",
  "database/migrations",
  "database/sqlite",
  "database/postgres",
  "database",
  "audit",
  "outbox",
  "reading",
  "service",
  "http",
  "credentials",
  "mail",
  "auth",
  "people",
  "standing",
  "ledger",
  "attention",
  "payees",
  "letterhead",
  "hold",
  "funding",
  "callbacks",
  "chain",
  "search",
  "insight",
  "webhooks",
  "submission",
  "follow-up",
  "verify",
  "keep",
  "api",
  "operate",
  "doctor",
  "verbs",
].map((name) => inLib(`server/${name}`));

/** The browser: what calls our API, and what draws. */
const browser = [
  ...["calls", "browser"].map(inLib),
  ...["chip", "ui", "insight", "notice", "form", "quote", "bank", "payee", "transfer", "identity"].map(
    (name) => `components/${name}`,
  ),
];

/** The offramp service itself, played: it knows what travels, and nothing of the dashboard. */
const sandbox = ["secret", "sandbox"].map(inLib);

/** What runs beside the product: none of it is known to the product. */
const around = ["build", "front", "commands", "testing", "bench", "proof"].map(inLib);

const product = ["app", ".", ...browser, ...server, ...sandbox, ...pure];

/** Room by room: all that it may import beside itself. */
export const mayImport = new Map([
  ...inOrder(pure),
  ...inOrder(sandbox, pure),
  ...inOrder(server, [...pure, inLib("secret")]),
  ...inOrder(browser, pure),
  ["app", product.filter((room) => !sandbox.includes(room))],
  [".", [...product, inLib("front")]],
  ...around.map((room) => [room, [...product, ...around]]),
  ["e2e", [...product, ...around]],
]);

/** The only files that know the sandbox, and what they know of it. */
export const sandboxImports = new Map([
  ["lib/server/service/offramp.ts", ["sandbox"]],
  ["lib/server/service/sandbox-words.ts", ["banks", "scenarios"]],
  ["lib/server/service/sandbox-transport.ts", ["sandbox"]],
]);

/** Rooms that hold plain logic: no package that draws, serves or asks the machine. */
export const pureRooms = new Set(pure);

/** The room of a file: the longest folder that is one, or `undefined`. A file at the top belongs to `.`. */
export function roomOf(file) {
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ".";
  const rooms = [...mayImport.keys()].filter((room) => folder === room || folder.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0];
}

function inLib(name) {
  return `lib/${name}`;
}

/** Each may import those before it and the `others`. */
function inOrder(rooms, others = []) {
  return rooms.map((room, at) => [room, [...others, ...rooms.slice(0, at)]]);
}
