import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Where that process listens, how long it waits for what is under way when it stops, and for the next request of a connection;
 * `isForSubdomains`: browsers use https for the hosts below this one too.
 */
export type FrontSettings = {
  host: string;
  port: number;
  proxyHops: number;
  stopLimitMs: number;
  keepAliveMs: number;
  isForSubdomains: boolean;
};

/**
 * Whose share a request takes. `person`: somebody who is signed in, whichever session it is. `known`: what was signed here
 * and says no more, such as the mark of a browser that somebody signed in from.
 */
export type Asker = { kind: "person" | "known"; share: string };

/** What the build, which the process that serves cannot import, lets that process call. */
export type Offered = {
  /** Takes what that process needs of the environment; offered by that process itself. */
  begin?: (settings: FrontSettings) => void;
  /** Answers a request past the framework; false where the framework has to. */
  answerDirectly?: (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    guards: Record<string, string>,
  ) => boolean;
  /** Makes a request ready for a page of the framework; false where it is refused, and answered. */
  guardPage?: (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    guards: Record<string, string>,
  ) => boolean;
  /** The methods that a path of our API offers; `undefined` for every other address. */
  methodsOf?: (address: string) => readonly string[] | undefined;
  /** Who asks, by a cookie header; `undefined` for a stranger. */
  askerOf?: (cookies: string | undefined) => Asker | undefined;
  /** Ends when all that is under way has ended. */
  finish?: () => Promise<void>;
};

declare global {
  var offrampOffered: Offered | undefined;
}

/** Adds to what is offered. Pages and handlers may each load a copy of this module: there is one object a process. */
export function offer(part: Offered): void {
  globalThis.offrampOffered = { ...globalThis.offrampOffered, ...part };
}
