import type { AddressFamily } from "#lib/asset/address";
import { newDepositAddress } from "#lib/sandbox/life/deposit-address";
import { answerJson, Refusal } from "./answer";
import type { FaultName } from "./scenarios";

/** Thrown instead of an answer: the connection closes without one. */
export class ConnectionCut extends Error {
  override readonly name = "ConnectionCut";
}

export type Spoilt = {
  /** The answer without the fault. */
  body: Record<string, unknown>;
  family: AddressFamily;
  /** For the slow scenario, and for the one that never answers. */
  waitSlow: () => Promise<void>;
  waitLong: () => Promise<void>;
};

const page = "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";

/** Returns the spoilt answer, or throws a `ConnectionCut`. */
export async function answerFault(fault: FaultName, spoilt: Spoilt): Promise<Response> {
  const { body } = spoilt;
  const text = JSON.stringify(body);
  const address = typeof body.address === "string" ? body.address : "";
  switch (fault) {
    case "refused":
      return new Refusal(422, "The sandbox was asked to refuse this request.").toResponse();
    case "refused_with_200":
      return answerJson({ success: false, message: "The sandbox was asked to refuse this request." });
    case "rate_limited":
      return new Refusal(429, "Too many requests", { headers: { "retry-after": "30" } }).toResponse();
    case "key_rejected":
      return new Refusal(401, "The API key is not valid.").toResponse();
    case "error":
      return new Refusal(500, "Something failed in the service.").toResponse();
    case "error_html":
      return answerText(page, "text/html; charset=utf-8", 502);
    case "html":
      return answerText(page, "text/html; charset=utf-8");
    case "empty":
      return new Response(null, { status: 200 });
    case "not_json":
      return answerText(text.slice(0, text.length / 2), "application/json");
    case "redirect":
      return new Response(null, { status: 307, headers: { location: "http://127.0.0.1:9/elsewhere" } });
    case "timeout":
      await spoilt.waitLong();
      throw new ConnectionCut("The sandbox was asked not to answer.");
    case "slow":
      await spoilt.waitSlow();
      return answerJson(body);
    case "cut":
      throw new ConnectionCut("The sandbox was asked to close the connection.");
    case "half_answer":
      return halfAnswer(text);
    case "missing_address":
      return answerJson({ ...body, address: undefined });
    case "missing_id":
      return answerJson({ ...body, transactionId: undefined });
    case "wrong_network_address":
      return answerJson({ ...body, address: newDepositAddress(spoilt.family === "evm" ? "tron" : "evm") });
    case "broken_address":
      return answerJson({ ...body, address: breakAddress(address, spoilt.family) });
  }
}

/** Changes one character: a letter's case in an EVM address, elsewhere the last one to a zero, which base58 lacks. */
function breakAddress(address: string, family: AddressFamily): string {
  if (family !== "evm") return `${address.slice(0, -1)}0`;
  return address.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function answerText(text: string, contentType: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": contentType } });
}

function halfAnswer(text: string): Response {
  let isSent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
        return;
      }
      // Without a pause, a server that looks ahead would drop the first half.
      await new Promise((resolve) => setTimeout(resolve, 20));
      // This code stops it from writing an error page after the half.
      controller.error(Object.assign(new ConnectionCut("cut"), { code: "ERR_STREAM_PREMATURE_CLOSE" }));
    },
  });
  return new Response(stream, { headers: { "content-type": "application/json" } });
}
