import { setTimeout } from "node:timers/promises";
import { countSteps } from "#lib/testing/database/paused-acts";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { startDashboard } from "#lib/testing/servers/dashboard";
import {
  type Behaviour,
  type FaultyService,
  reset,
  startFaultyService,
  testKey,
} from "#lib/testing/service/faulty-service";
import { memoryFolder } from "#lib/testing/temporary-folder";
import { openChain } from "./chain";
import { beginContest, type Contest, reach, type Stage } from "./contest";

/** A dashboard whose steps are counted, on a network, and on a service that answers each account when it is told to. */
export type Arena = {
  /** How often the service was asked to create a transfer to an account. */
  initiatesOf: (accountNumber: string) => number;
  /** Begins a transfer, and brings it to a stage. */
  contest: (stage: Stage) => Promise<Contest>;
  close: () => Promise<void>;
};

const amountInHundredths = BigInt(goodTransfer.amount.replace(".", ""));
const firstAccount = 3_000_000_000;

/** Opens an arena. */
export async function openArena(): Promise<Arena> {
  const service = await startFaultyService();
  const chain = await openChain(amountInHundredths);
  const dashboard = await startDashboard(
    {
      ...{ OFFRAMP_BASE_URL: service.baseUrl, OFFRAMP_API_KEY: testKey, OFFRAMP_TIMEOUT_MS: "120000" },
      ...{ APP_URL: "http://localhost:3000", ...chain.variables },
    },
    memoryFolder(),
  );
  await countSteps();
  await chain.begin();
  const { keep, callsOf } = keepAnswers(service);
  let serial = 0;
  const newAccount = () => `${firstAccount + serial++}`;
  return {
    initiatesOf: (accountNumber) => callsOf(accountNumber).length,
    contest: async (stage) => {
      const accounts = { own: newAccount(), replacement: newAccount(), payee: newAccount() };
      const { contest, find } = await beginContest(dashboard, chain, accounts, keep(accounts.own));
      while (callsOf(accounts.own).length === 0) await setTimeout(1);
      const [sent = "{}"] = callsOf(accounts.own);
      await find(new URL((JSON.parse(sent) as { callbackUrl: string }).callbackUrl).pathname);
      await reach(contest, stage);
      return contest;
    },
    close: async () => {
      await dashboard.close();
      await service.close();
      await chain.close();
    },
  };
}

/** Keeps the answers of some accounts back, until each is let go with one; the others' connections are reset. */
function keepAnswers(service: FaultyService) {
  const kept = new Map<string, Promise<Behaviour>>();
  const calls = new Map<string, string[]>();
  service.behave("initiate", (response, call) => {
    const { accountNumber } = JSON.parse(call.body) as { accountNumber: string };
    calls.set(accountNumber, [...(calls.get(accountNumber) ?? []), call.body]);
    const behaviour = kept.get(accountNumber) ?? Promise.resolve(reset);
    void behaviour.then((behave) => behave(response, call));
  });
  return {
    keep: (accountNumber: string) => {
      let open: (behaviour: Behaviour) => void = () => undefined;
      const opened = new Promise<Behaviour>((resolve) => {
        open = resolve;
      });
      kept.set(accountNumber, opened);
      return open;
    },
    callsOf: (accountNumber: string): readonly string[] => calls.get(accountNumber) ?? [],
  };
}
