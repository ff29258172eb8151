import { type BrowserContext, expect } from "@playwright/test";

/** What the pages of a browser did that no page of this dashboard may do. */
export type PageWatch = {
  /** Lets failed answers from these paths be written to the console, as the browser always does. */
  allowFailures: (...paths: RegExp[]) => void;
  /** Throws when there was a fault. */
  check: () => void;
};

const failedLoad = /^Failed to load resource: (the server responded with a status of \d{3}|net::ERR_)/;

/**
 * Watches every page of a context from its first byte: console errors and warnings, uncaught errors, violations of the
 * content policy or of Trusted Types, and anything asked of another origin.
 */
export async function watchPages(context: BrowserContext): Promise<PageWatch> {
  const faults: string[] = [];
  const failures: string[] = [];
  const allowed: RegExp[] = [];
  const hosts = new Set<string>();
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (failedLoad.test(message.text())) failures.push(new URL(message.location().url).pathname);
    else faults.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => addHost(hosts, request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => addHost(hosts, socket.url())));
  await context.exposeBinding("reportViolation", (_source, text: string) => faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      const report = Reflect.get(window, "reportViolation") as (text: string) => void;
      report([violatedDirective, blockedURI, sourceFile, sample].join(" "));
    });
  });
  return {
    allowFailures: (...paths) => void allowed.push(...paths),
    check: () => {
      const unexpected = failures.filter((path) => !allowed.some((pattern) => pattern.test(path)));
      expect(faults, "the console, the errors and the policy").toEqual([]);
      expect(unexpected, "paths that answered with an error").toEqual([]);
      expect([...hosts].slice(1), "other hosts that a page asked").toEqual([]);
    },
  };
}

function addHost(hosts: Set<string>, url: string) {
  const { protocol, host } = new URL(url);
  if (protocol !== "data:" && protocol !== "blob:" && protocol !== "about:") hosts.add(host);
}
