import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { evmAddress } from "#lib/asset/address";
import type { Random } from "#lib/proof/chaos/random";
import {
  answer,
  type Behaviour,
  type FaultyService,
  quoteWell,
  startFaultyService,
} from "#lib/testing/service/faulty-service";

/** Long enough for another caller to come between. */
const mostDelayMs = 25;

/** A service that takes its time, keeps an answer back when it is told to, and counts what it is asked for. */
export type RacedService = FaultyService & {
  quotesOf: (amount: string) => number;
  initiatesOf: (accountNumber: string) => number;
  /** Keeps the next answer about an amount or an account back. `isAsked` resolves once it is asked for. */
  keepBack: (amountOrAccount: string) => { isAsked: Promise<void>; letGo: () => void };
};

export async function startRacedService(random: Random): Promise<RacedService> {
  const service = await startFaultyService();
  const seen = new Map<string, number>();
  const kept = new Map<string, { onAsked: () => void; open: Promise<void> }>();
  const answerLater = (operation: "quote" | "initiate", subject: RegExp, behaviour: Behaviour) =>
    service.behave(operation, async (response, call) => {
      const of = subject.exec(call.body)?.[1] ?? "";
      seen.set(of, (seen.get(of) ?? 0) + 1);
      const hold = kept.get(of);
      kept.delete(of);
      hold?.onAsked();
      await (hold?.open ?? setTimeout(random.below(mostDelayMs)));
      behaviour(response, call);
    });
  answerLater("quote", /"amount":([\d.]+)/, quoteWell);
  // An address that is shared is never funded.
  answerLater("initiate", /"accountNumber":"(\d+)"/, (response, call) => {
    const made = {
      success: true,
      address: evmAddress(randomBytes(20)),
      transactionId: `txn_${randomUUID()}`,
    };
    answer(200, JSON.stringify(made))(response, call);
  });
  const countOf = (subject: string) => seen.get(subject) ?? 0;
  return {
    ...service,
    quotesOf: countOf,
    initiatesOf: countOf,
    keepBack: (subject) => {
      let letGo: () => void = () => undefined;
      const open = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const isAsked = new Promise<void>((onAsked) => {
        kept.set(subject, { onAsked, open });
      });
      return { isAsked, letGo };
    },
  };
}
