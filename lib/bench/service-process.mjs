import { createServer } from "node:http";

/** An offramp service that answers at once, in a process of its own: node service-process.mjs PORT. */
const bodies = {
  "/api/v1/transfers/quote":
    '{"success":true,"quote":{"rate":1538.42,"output_amount":1913409.88,"fee":6.25}}',
  "/api/v1/me":
    '{"message":"ok","business":{"name":"Acme Payments","type":"LLC","website":"https://acme.example","status":"active","owner":"Ngozi A."}}',
  "/api/v1/utils/banks": JSON.stringify(
    Array.from({ length: 250 }, (_, at) => ({
      code: String(at).padStart(6, "0"),
      name: `Bank number ${at} Plc`,
    })),
  ),
};
let created = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const path = request.url.split("?")[0];
    created += 1;
    const made = `{"success":true,"address":"0x${String(created).padStart(40, "7")}","transactionId":"txn_${created}"}`;
    const body = path === "/api/v1/transfers/initiate" ? made : bodies[path];
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(body ?? "{}");
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
