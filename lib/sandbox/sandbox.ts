import type { Asset } from "#lib/asset/asset";
import { openNetworks } from "#lib/sandbox/chain/networks";
import { openPayer } from "#lib/sandbox/chain/payer";
import { type LifeTimes, openLife } from "#lib/sandbox/life/life";
import { openStore } from "#lib/sandbox/life/store";
import { openWaiting } from "#lib/sandbox/life/waiting";
import { isLoopbackHost } from "#lib/text/public-host";
import { blockMs, callbackTimeoutMs, holdMs, retryDelaysMs, slowMs, stepDelaysMs } from "./choices";
import { keyBeside } from "./key";
import { openService } from "./service";
import { startState } from "./state";

/** The offramp service: pass it requests, whose paths are relative to any base. */
export type Sandbox = {
  fetch: (request: Request) => Promise<Response>;
  /** Section 5. */
  apiKey: string;
  close: () => void;
};

export type SandboxOptions = {
  /** A path, or ":memory:". An existing store continues where it was. */
  databaseFile: string;
  /** Section 5; `undefined`: the key that is kept beside the store. */
  apiKey: string | undefined;
  /** Which addresses get callbacks: only this machine's unless set. */
  mayCall?: (url: URL) => boolean;
  assets: readonly Asset[];
  /** 2.5; any status but "active" closes the endpoints. */
  businessStatus?: string;
  /** Times of `choices.ts`, and the clock, for tests. */
  times?: Partial<Omit<LifeTimes, "mayCall"> & { slowMs: number; holdMs: number; blockMs: number }>;
};

/** Opens the whole service of the interface document over its own store. See `choices.ts`. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { assets, businessStatus = "active", mayCall = ({ hostname }) => isLoopbackHost(hostname) } = options;
  const times = {
    now: Date.now,
    stepDelaysMs,
    retryDelaysMs,
    callbackTimeoutMs,
    slowMs,
    holdMs,
    blockMs,
    ...options.times,
    mayCall,
  };
  const store = openStore(options.databaseFile);
  const apiKey = options.apiKey ?? keyBeside(options.databaseFile);
  const networks = openNetworks(assets);
  const payer = openPayer(store, networks, times);
  const life = openLife(store, times, payer);
  const waiting = openWaiting();
  const service = openService({
    store,
    life,
    payer,
    networks,
    clock: times,
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
