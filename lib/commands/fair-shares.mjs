/**
 * Whoever asks for much at once waits for themselves: so much is done at once for each share, so much waits, and the
 * rest is refused. One person cannot take the turns of the others.
 */

/** Pages are drawn by the one thread that serves everybody. */
export const pageLimits = {
  ofSession: { atOnce: 3, mostWaiting: 20 },
  ofNetwork: { atOnce: 8, mostWaiting: 100 },
};
/** Reads of our API, for a person. */
export const readLimits = { atOnce: 2, mostWaiting: 20 };

/**
 * Gives the way in: it calls `go`, now or when a turn of this share is free, with what ends the turn, and gives false
 * when too many of the share wait.
 *
 * @param {{ atOnce: number, mostWaiting: number }} limits
 * @returns {(share: string, go: (end: () => void) => void) => boolean}
 */
export function makeShares({ atOnce, mostWaiting }) {
  /** @type {Map<string, { running: number, waiting: ((end: () => void) => void)[] }>} */
  const shares = new Map();
  return (name, go) => {
    const share = shares.get(name) ?? { running: 0, waiting: [] };
    shares.set(name, share);
    if (share.running >= atOnce) {
      if (share.waiting.length >= mostWaiting) return false;
      share.waiting.push(go);
      return true;
    }
    const begin = (next) => {
      share.running += 1;
      let hasEnded = false;
      next(() => {
        if (hasEnded) return;
        hasEnded = true;
        share.running -= 1;
        const waiting = share.waiting.shift();
        if (waiting !== undefined) begin(waiting);
        else if (share.running === 0) shares.delete(name);
      });
    };
    begin(go);
    return true;
  };
}

/**
 * The same answer, to pages in fair shares: for a session, and for the network that it comes from.
 *
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => unknown} answer
 */
export function inFairShares(answer, { ofSession, ofNetwork } = pageLimits) {
  const [enterSession, enterNetwork] = [makeShares(ofSession), makeShares(ofNetwork)];
  return (request, response) => {
    const { url = "/", headers } = request;
    if (/^\/(api|sandbox)\/|^\/(healthz|readyz|metrics)$/.test(url)) return answer(request, response);
    const network = String(headers["x-forwarded-for"] ?? "");
    const session = /(?:^|;\s*)(?:__Host-)?session=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? network;
    const refuse = () => {
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "2" });
      response.end("You opened many pages at once. Wait a moment and reload the page.\n");
    };
    const isIn = enterSession(session, (endOfSession) => {
      response.once("close", endOfSession);
      const isFurther = enterNetwork(network, (endOfNetwork) => {
        response.once("close", endOfNetwork);
        // Whoever waited may have gone.
        if (response.destroyed || response.closed) return endOfNetwork();
        void answer(request, response);
      });
      if (!isFurther) refuse();
    });
    if (!isIn) refuse();
  };
}
