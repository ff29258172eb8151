/**
 * The rooms of the house, and who may import whom. A room may import those that stand before it in its list, and never one
 * that stands after it. A source file in no room is an error, so a new folder needs a line here.
 */

/** What travels and what it means: known to the browser and to the server. Imports no react, no next and no node. */
const pure = [
  "text",
  "table",
  "money",
  "bank",
  "asset",
  "transfer",
  "transfer/standing",
  "contract",
  "features/controls",
  "features/bulk",
  "features/bulk/batches",
  "features/bulk/funding",
  "features/books/statement",
  "features/books",
  "features/insight",
  "features/telling",
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
  "table-files",
  "service",
  "http",
  "credentials",
  "auth",
  "people",
  "standing",
  "months",
  "ledger",
  "attention",
  "payees",
  "letterhead",
  "advice",
  "hold",
  "funding",
  "callbacks",
  "chain",
  "search",
  "submission",
  "follow-up",
  "verify",
  "keep",
].map((name) => inLib(`server/${name}`));

/** What features add, and the rooms above them, which may name every feature. */
const composed = [
  "features/controls/server",
  "features/bulk/server",
  "features/bulk/server/checks",
  "features/bulk/server/batches",
  "features/bulk/server/creation",
  "features/bulk/server/files",
  "features/books/server",
  "features/books/server/months",
  "features/insight/server",
  "features/telling/server",
  "features/all",
  ...["api", "operate", "doctor", "verbs"].map((name) => `server/${name}`),
].map(inLib);

/** The browser: what calls our API, and what draws. */
const browser = [
  ...["calls", "browser"].map(inLib),
  ...["chip", "ui", "notice", "form", "table-source", "quote", "bank", "payee", "transfer", "identity"].map(
    (name) => `components/${name}`,
  ),
];

/** The offramp service itself, played: it knows what travels, and nothing of the dashboard. */
const sandbox = ["secret", "sandbox"].map(inLib);

/** What runs beside the product: none of it is known to the product. */
const around = ["build", "front", "commands", "testing", "bench", "proof"].map(inLib);

const product = ["app", ".", ...browser, ...server, ...composed, ...sandbox, ...pure];

const isFeature = (room) => room.startsWith("lib/features/");
/** What the core may import of what it is given: it knows no feature. The table of operations alone names each of theirs. */
const withoutFeatures = ([room, others]) =>
  isFeature(room) || room === inLib("operations")
    ? [room, others]
    : [room, others.filter((other) => !isFeature(other))];

/** Room by room: all that it may import beside itself. */
export const mayImport = new Map([
  ...inOrder(pure).map(withoutFeatures),
  ...inOrder(sandbox, pure).map(withoutFeatures),
  ...inOrder(server, [...pure, inLib("secret")]).map(withoutFeatures),
  ...composed.map((room, at) => [room, [...pure, inLib("secret"), ...server, ...composed.slice(0, at)]]),
  ...inOrder(browser, pure).map(withoutFeatures),
  // A page that fills the features' lists fills them with copies of modules that no request is answered by.
  ["app", product.filter((room) => !sandbox.includes(room) && room !== inLib("features/all"))],
  [".", [...product, inLib("front")]],
  ...around.map((room) => [room, [...product, ...around]]),
  ["e2e", [...product, ...around]],
]);

/** The only files that know the sandbox, and what they know of it. */
export const sandboxImports = new Map([
  ["lib/server/service/own-sandbox.ts", ["sandbox"]],
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
