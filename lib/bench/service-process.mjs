import { createServer } from "node:http";

/** An offramp service that answers at once, in a process of its own: node service-process.mjs PORT. */
const bodies = {
  "/api/v1/me":
    '{"message":"ok","business":{"name":"Acme Payments","type":"LLC","website":"https://acme.example","status":"active","owner":"Ngozi A."}}',
  "/api/v1/utils/banks": JSON.stringify(
    Array.from({ length: 250 }, (_, at) => ({
      code: String(at).padStart(6, "0"),
      name: `Bank number ${at} Plc`,
    })),
  ),
};
/** Half a per cent is the fee. */
function quoteOf(text) {
  const { amount } = JSON.parse(text);
  const [fee, output] = [amount * 0.005, amount * 0.995 * 1538.42].map((figure) => figure.toFixed(2));
  return `{"success":true,"quote":{"rate":1538.42,"output_amount":${output},"fee":${fee}}}`;
}
let created = 0;
function makeTransfer() {
  created += 1;
  return `{"success":true,"address":"0x${String(created).padStart(40, "7")}","transactionId":"txn_${created}"}`;
}
const answers = { "/api/v1/transfers/quote": quoteOf, "/api/v1/transfers/initiate": makeTransfer };
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const path = request.url.split("?")[0];
    const body = answers[path]?.(Buffer.concat(chunks).toString()) ?? bodies[path];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(body ?? "{}");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
