import { LosslessNumber } from "lossless-json";
import { Agent, request } from "undici";
import { writeJson } from "#lib/contract/wire";
import { type Amount, addAmounts, multiplyAmounts, roundAmount } from "#lib/money/money";
import {
  arrivedShares,
  feeDecimals,
  fiatDecimals,
  maxCallbacksAtOnce,
  maxWaitingCallbacks,
} from "#lib/sandbox/choices";
import { priceOf, rateAt } from "#lib/sandbox/price";
import { findScenario } from "#lib/sandbox/scenarios";
import type { Store } from "./store";
import type { StoredTransfer } from "./transfers";

type WaitingCallback = { id: number; transaction_id: string; url: string; body: string; tries: number };
type Times = {
  callbackTimeoutMs: number;
  retryDelaysMs: readonly number[];
  now: () => number;
  mayCall: (url: URL) => boolean;
};
/** The queue is in the store; this only empties it. */
export type CallbackQueue = { sendDue: () => void; nextDueMs: () => number | undefined; close: () => void };

const keptMs = 7 * 24 * 3_600_000;

/** Call it in the transaction that sets the status. */
export function queueCallback(
  store: Store,
  transfer: StoredTransfer,
  status: string,
  { nowMs, mayCall }: { nowMs: number; mayCall: Times["mayCall"] },
): boolean {
  if (transfer.callback_url === null || !mayCall(new URL(transfer.callback_url))) return false;
  const { waiting } = store
    .prepare("select count(*) as waiting from callbacks where outcome = 'waiting'")
    .get() as { waiting: number };
  if (waiting >= maxWaitingCallbacks) return false;
  store
    .prepare("insert into callbacks (transaction_id, url, body, due_ms) values (?, ?, ?, ?)")
    .run(transfer.transaction_id, transfer.callback_url, callbackBody(transfer, status, nowMs), nowMs);
  return true;
}

/** A short or over deposit says how much of it arrived. */
function arrivedBy(amount: string, status: string): { receivedAmount?: LosslessNumber } {
  const share = Object.hasOwn(arrivedShares, status) ? arrivedShares[status] : undefined;
  if (share === undefined) return {};
  const arrived = roundAmount(multiplyAmounts(amount as Amount, share), feeDecimals);
  return { receivedAmount: new LosslessNumber(addAmounts(arrived, "0" as Amount)) };
}

/** Who says what was paid out says it beside the word. */
function paidBy(transfer: StoredTransfer, status: string) {
  const scenario = findScenario(transfer.account_name);
  const share = scenario?.kind === "plan" && status === "completed" ? scenario.payout : undefined;
  if (share === undefined) return {};
  const price = priceOf(transfer.amount, feeDecimals, rateAt(transfer.asset, transfer.created_ms));
  if (typeof price === "string") return {};
  const amount = roundAmount(multiplyAmounts(price.outputAmount, share), fiatDecimals);
  return { paid: { amount: new LosslessNumber(amount), currency: transfer.to_currency } };
}

function callbackBody(transfer: StoredTransfer, status: string, nowMs: number): string {
  return writeJson({
    event: `transfer.${status}`,
    data: {
      transactionId: transfer.transaction_id,
      status,
      amount: new LosslessNumber(transfer.amount),
      ...arrivedBy(transfer.amount, status),
      ...paidBy(transfer, status),
      fromCurrency: transfer.from_currency,
      network: transfer.network,
      address: transfer.address,
      occurredAt: new Date(nowMs).toISOString(),
    },
  });
}

/** Sends a transfer's callbacks one at a time, in order. `changed`: the next due time may have changed. */
export function openCallbackQueue(store: Store, times: Times, changed: () => void): CallbackQueue {
  const agent = new Agent({
    // Otherwise each address of a name has a quarter of a second.
    connect: {
      timeout: times.callbackTimeoutMs,
      autoSelectFamilyAttemptTimeout: Math.ceil(times.callbackTimeoutMs / 2),
    },
    headersTimeout: times.callbackTimeoutMs,
    bodyTimeout: times.callbackTimeoutMs,
    connections: 2,
    pipelining: 0,
  });
  const busy = new Set<string>();
  let isClosed = false;
  store.prepare("delete from callbacks where outcome <> 'waiting' and due_ms < ?").run(times.now() - keptMs);

  async function send(callback: WaitingCallback): Promise<void> {
    // An earlier version may have queued another address.
    const isAllowed = times.mayCall(new URL(callback.url));
    const failure = isAllowed ? await post(agent, callback, times.callbackTimeoutMs) : "not allowed";
    busy.delete(callback.transaction_id);
    if (isClosed) return;
    try {
      record(callback, failure);
    } finally {
      changed();
    }
  }

  function record(callback: WaitingCallback, failure: string | undefined): void {
    const delayMs = times.retryDelaysMs[callback.tries];
    const outcome = failure === undefined ? "delivered" : delayMs === undefined ? "given_up" : "waiting";
    store
      .prepare("update callbacks set tries = ?, outcome = ?, due_ms = ?, last_error = ? where id = ?")
      .run(callback.tries + 1, outcome, times.now() + (delayMs ?? 0), failure ?? null, callback.id);
  }

  return {
    sendDue: () => {
      const due = store
        .prepare("select * from callbacks where outcome = 'waiting' and due_ms <= ? order by id limit 1000")
        .all(times.now()) as WaitingCallback[];
      for (const callback of due) {
        if (busy.size >= maxCallbacksAtOnce) return;
        if (busy.has(callback.transaction_id)) continue;
        busy.add(callback.transaction_id);
        // What could not be recorded is still in the store, and is sent again.
        send(callback).catch(() => undefined);
      }
    },
    // A busy transfer's callbacks are looked at again when it is done.
    nextDueMs: () => {
      if (busy.size >= maxCallbacksAtOnce) return undefined;
      const { due_ms } = store
        .prepare(
          "select min(due_ms) as due_ms from callbacks where outcome = 'waiting' and transaction_id not in (select value from json_each(?))",
        )
        .get(JSON.stringify([...busy])) as { due_ms: number | null };
      return due_ms ?? undefined;
    },
    close: () => {
      isClosed = true;
      void agent.destroy();
    },
  };
}

/** Posts once, without following redirects. Returns what went wrong, or `undefined`. */
async function post(agent: Agent, callback: WaitingCallback, timeoutMs: number): Promise<string | undefined> {
  try {
    const { statusCode, body } = await request(callback.url, {
      method: "POST",
      dispatcher: agent,
      headers: { "content-type": "application/json", "user-agent": "offramp-sandbox" },
      body: callback.body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump({ limit: 64 * 1024 });
    return statusCode >= 200 && statusCode < 300 ? undefined : `HTTP ${statusCode}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : "failed";
  }
}
