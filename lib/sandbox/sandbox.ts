import type { Asset } from "#lib/contract/asset";
import { callbackTimeoutMs, holdMs, retryDelaysMs, slowMs, stepDelaysMs } from "./choices";
import { type LifeTimes, openLife } from "./life";
import { openService } from "./service";
import { startState } from "./state";
import { openStore } from "./store";
import { openWaiting } from "./waiting";

/** The offramp service: give it requests, whose paths are relative to any base. */
export type Sandbox = { fetch: (request: Request) => Promise<Response>; close: () => void };

export type SandboxOptions = {
  /** A path, or ":memory:". What it holds goes on from where it stood. */
  databaseFile: string;
  /** The one key that is let in (section 5). */
  apiKey: string;
  /** The tokens and networks that are supported. */
  assets: readonly Asset[];
  /** The business status of 2.5; any other than "active" closes the endpoints. */
  businessStatus?: string;
  /** Times of `choices.ts`, and the clock, for tests. */
  times?: Partial<LifeTimes & { slowMs: number; holdMs: number }>;
};

/** Opens the whole service of the interface document over its own store. `choices.ts` says what it chose. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { apiKey, assets, businessStatus = "active" } = options;
  const times = {
    now: Date.now,
    stepDelaysMs,
    retryDelaysMs,
    callbackTimeoutMs,
    slowMs,
    holdMs,
    ...options.times,
  };
  const store = openStore(options.databaseFile);
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
