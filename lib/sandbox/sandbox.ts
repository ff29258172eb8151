import type { Asset } from "#lib/asset/asset";
import { type LifeTimes, openLife } from "#lib/sandbox/life/life";
import { openStore } from "#lib/sandbox/life/store";
import { openWaiting } from "#lib/sandbox/life/waiting";
import { isLoopbackHost } from "#lib/text/public-host";
import { callbackTimeoutMs, holdMs, retryDelaysMs, slowMs, stepDelaysMs } from "./choices";
import { keyBeside } from "./key";
import { openService } from "./service";
import { startState } from "./state";

/** The offramp service: give it requests, whose paths are relative to any base. */
export type Sandbox = {
  fetch: (request: Request) => Promise<Response>;
  /** The one key that is let in (section 5). */
  apiKey: string;
  close: () => void;
};

export type SandboxOptions = {
  /** A path, or ":memory:". What it holds goes on from where it stood. */
  databaseFile: string;
  /** The one key that is let in; `undefined`: the one that is kept beside the store. */
  apiKey: string | undefined;
  /** Which addresses get callbacks; this machine's own unless said otherwise. A transfer may name any other in vain. */
  mayCall?: (url: URL) => boolean;
  /** The tokens and networks that are supported. */
  assets: readonly Asset[];
  /** The business status of 2.5; any other than "active" closes the endpoints. */
  businessStatus?: string;
  /** Times of `choices.ts`, and the clock, for tests. */
  times?: Partial<Omit<LifeTimes, "mayCall"> & { slowMs: number; holdMs: number }>;
};

/** Opens the whole service of the interface document over its own store. `choices.ts` says what it chose. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { assets, businessStatus = "active", mayCall = ({ hostname }) => isLoopbackHost(hostname) } = options;
  const times = {
    now: Date.now,
    stepDelaysMs,
    retryDelaysMs,
    callbackTimeoutMs,
    slowMs,
    holdMs,
    ...options.times,
    mayCall,
  };
  const store = openStore(options.databaseFile);
  const apiKey = options.apiKey ?? keyBeside(options.databaseFile);
  const life = openLife(store, times);
  const waiting = openWaiting();
  const service = openService({
    store,
    life,
    state: startState(businessStatus),
    apiKey,
    assets,
    now: times.now,
    stepDelaysMs: times.stepDelaysMs,
    waitSlow: () => waiting.wait(times.slowMs),
    waitLong: () => waiting.wait(times.holdMs),
  });
  let isClosed = false;
  return {
    apiKey,
    fetch: async (request) => {
      if (isClosed) throw new TypeError("The sandbox is closed.");
      return service.fetch(request);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      waiting.end();
      life.close();
      store.close();
    },
  };
}
