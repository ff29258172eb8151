import { serve } from "@hono/node-server";
import { boot } from "#lib/server/operate/boot";
import { answerRequest } from "./handlers";

/** A server process of its own, started as Next starts it, with the handlers of /api on a port. */
const [port = ""] = process.argv.slice(2);
await boot();
serve({ fetch: answerRequest, hostname: "127.0.0.1", port: Number.parseInt(port, 10) });
// As the product's server: an ordinary end writes what the log still holds, which a signal alone would drop.
process.once("SIGTERM", () => process.exit(0));
