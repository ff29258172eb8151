import { type BrowserContext, expect } from "@playwright/test";

/** What the pages of a browser did that no page of this dashboard may do. */
export type PageWatch = {
  /** Lets failed answers from these paths be written to the console, as the browser always does. */
  allowFailures: (...paths: RegExp[]) => void;
  /** Lets the server be away for a while: what cannot reach it is no fault, an answer that says error still is. */
  allowAbsence: () => void;
  /** Throws when there was a fault. */
  check: () => void;
};

const failedLoad = /^Failed to load resource: (?:the server responded with a status of \d{3}|(net::ERR_))/;
/** Next tells the console when it could not reach the server, and loads the page instead. */
const unreachedPage =
  /^Failed to fetch RSC payload for (\S+)\. Falling back [\s\S]*TypeError: Failed to fetch/;

/**
 * Watches every page of a context from its first byte: console errors and warnings, uncaught errors, violations of the
 * content policy or of Trusted Types, and anything asked of another origin.
 */
export async function watchPages(context: BrowserContext): Promise<PageWatch> {
  const faults: string[] = [];
  const failures: string[] = [];
  const absences: string[] = [];
  let isAbsenceAllowed = false;
  const allowed: RegExp[] = [];
  const hosts = new Set<string>();
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const failed = failedLoad.exec(message.text());
    const unreached = unreachedPage.exec(message.text());
    if (unreached !== null) absences.push(new URL(unreached[1] as string).pathname);
    else if (failed === null) faults.push(`console ${message.type()}: ${message.text()}`);
    else (failed[1] === undefined ? failures : absences).push(new URL(message.location().url).pathname);
  });
  context.on("weberror", (error) => {
    const { stack, message } = error.error();
    faults.push(`uncaught on ${pathOf(error.page()?.url())}: ${stack ?? message}`);
  });
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
    allowAbsence: () => {
      isAbsenceAllowed = true;
    },
    check: () => {
      const isUnexpected = (path: string) => !allowed.some((pattern) => pattern.test(path));
      const unexpected = failures.filter(isUnexpected);
      expect(faults, "the console, the errors and the policy").toEqual([]);
      expect(unexpected, "paths that answered with an error").toEqual([]);
      const unreached = isAbsenceAllowed ? [] : absences.filter(isUnexpected);
      expect(unreached, "paths that could not be reached").toEqual([]);
      expect([...hosts].slice(1), "other hosts that a page asked").toEqual([]);
    },
  };
}

function pathOf(url: string | undefined): string {
  return url === undefined ? "a page that is gone" : new URL(url).pathname;
}

function addHost(hosts: Set<string>, url: string) {
  const { protocol, host } = new URL(url);
  if (protocol !== "data:" && protocol !== "blob:" && protocol !== "about:") hosts.add(host);
}
