import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Big from "big.js";
import { endpoints, type Operation } from "#lib/contract/offramp";

/** How the service answers one operation. It may do anything to the response and its socket. */
export type Behaviour = (response: ServerResponse, call: ServiceCall) => void;
type ServiceCall = {
  operation: Operation | "none";
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
};
export type FaultyService = {
  baseUrl: string;
  /** Tells of each connection, and of each request as soon as its headers are there. */
  server: Server;
  /** Every request that reached it, in order. */
  calls: ServiceCall[];
  /** The calls of one operation. */
  callsOf: (operation: Operation) => ServiceCall[];
  /** Sets how an operation is answered from now on. */
  behave: (operation: Operation, behaviour: Behaviour) => void;
  /** Answers every operation well again. */
  recover: () => void;
  close: () => Promise<void>;
};

/** The key that the service expects; a value that is easy to search for. */
export const testKey = "test-key-0a1b2c3d4e5f60718293a4b5c6d7e8f9";
/** An address that passes EIP-55. */
export const goodAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Answers with JSON, as text so that a number keeps its literal. */
export function answer(status: number, body: string, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
}
/** Accepts the request and never answers. */
export const hang: Behaviour = () => undefined;
/** Reads the request and resets the connection. */
export const reset: Behaviour = (response) => void response.socket?.resetAndDestroy();
/** Announces a whole answer, sends a part of it and closes. */
export function cutShort(part: string): Behaviour {
  return (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": String(part.length + 50),
    });
    response.write(part, () => response.socket?.destroy());
  };
}
/** Sends one byte at a time, for ever. */
export const drip: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
};
/** Sends up to the given number of bytes, as fast as they are taken. */
export function flood(bytes: number): Behaviour {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(65_536, " ");
    let left = bytes;
    const push = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!response.write(chunk)) return void response.once("drain", push);
      }
      response.end("{}");
    };
    push();
  };
}

/** 1913409.88 with a fee of 6.25 for 1250.5 USDC, and any other amount in proportion. */
export const quoteWell: Behaviour = (response, call) => {
  const amount = /"amount":([\d.]+)/.exec(call.body)?.[1] ?? "1250.5";
  const of = (figure: string) => Big(figure).times(amount).div("1250.5").round(2, Big.roundUp).toFixed();
  answer(
    200,
    `{"success":true,"quote":{"rate":1538.42,"output_amount":${of("1913409.88")},"fee":${of("6.25")}}}`,
  )(response, call);
};

/** Well-formed answers, one transfer id a call. */
function goodBehaviours(addressOf: () => string): Record<Operation, Behaviour> {
  let created = 0;
  return {
    initiate: (response, call) => {
      created += 1;
      answer(200, JSON.stringify({ success: true, address: addressOf(), transactionId: `txn_${created}` }))(
        response,
        call,
      );
    },
    quote: quoteWell,
    business: answer(
      200,
      '{"message":"ok","business":{"name":"Acme Payments","type":"LLC","website":"https://acme.example","status":"active","owner":"Ngozi A."}}',
    ),
    banks: answer(
      200,
      '[{"code":"000013","name":"GTBank Plc"},{"code":"100004","name":"OPAY"},{"code":"100004","name":"PAYCOM"},{"code":"044","name":"Access Bank"}]',
    ),
  };
}

/**
 * Starts a service on loopback that answers well until it is told otherwise.
 * `addressOf` gives the deposit address of each transfer; left out, every transfer gets the same one.
 */
export async function startFaultyService(addressOf = () => goodAddress): Promise<FaultyService> {
  const good = goodBehaviours(addressOf);
  const behaviours = { ...good };
  const calls: ServiceCall[] = [];
  const server = createServer(async (request, response) => {
    response.on("error", () => undefined);
    const call = await readCall(request);
    calls.push(call);
    if (call.operation === "none") return answer(404, "{}")(response, call);
    behaviours[call.operation](response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    calls,
    callsOf: (operation) => calls.filter((call) => call.operation === operation),
    behave: (operation, behaviour) => {
      behaviours[operation] = behaviour;
    },
    recover: () => void Object.assign(behaviours, good),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<ServiceCall> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // A client that gave up: what it sent until then is still a call.
  }
  const { method = "", url: path = "", headers } = request;
  const found = Object.entries(endpoints).find(
    ([, endpoint]) => endpoint.method === method && path.split("?")[0] === endpoint.path,
  );
  return {
    operation: (found?.[0] as Operation | undefined) ?? "none",
    method,
    path,
    headers,
    body: Buffer.concat(chunks).toString(),
  };
}
