import { setTimeout } from "node:timers/promises";
import {
  answer,
  type Behaviour,
  cutShort,
  hang,
  reset,
  startFaultyService,
} from "#lib/testing/service/faulty-service";
import type { Random } from "./random";

/** A transfer as the service's own ledger holds it. */
export type Created = { accountNumber: string; transactionId: string; address: string; callbackUrl: string };

/** A service that keeps a ledger of its own, and answers a share of the requests for a transfer badly. */
export type ChaoticService = {
  baseUrl: string;
  /** How many requests for a transfer have arrived for an account number. */
  arrived: ReadonlyMap<string, number>;
  /** What it has created, in order. */
  created: readonly Created[];
  /** How often each fault has happened. */
  faults: ReadonlyMap<string, number>;
  /** Waits until nothing comes to exist any more. */
  rest: () => Promise<void>;
  close: () => Promise<void>;
};

/** `creates` says whether the transfer exists at the service all the same, or comes to exist after the answer. */
type Fault = { name: string; creates: "before" | "after" | "never"; behaviour: Behaviour };

const slowMs = 1_000;
const lateMs = 5_000;
const text = '{"success":false,"message":"The amount cannot be paid out."}';

/** Definite refusals create nothing; everything else may go either way. */
const faults: readonly Fault[] = [
  { name: "reset, created", creates: "before", behaviour: reset },
  { name: "reset, not created", creates: "never", behaviour: reset },
  { name: "502, created", creates: "before", behaviour: answer(502, "<h1>Bad gateway</h1>") },
  { name: "503, not created", creates: "never", behaviour: answer(503, "{}") },
  { name: "cut short", creates: "before", behaviour: cutShort('{"success":true,"address":"0x5aAe') },
  { name: "empty answer", creates: "before", behaviour: answer(200, "") },
  { name: "no address", creates: "before", behaviour: answer(200, '{"success":true}') },
  { name: "no answer, created", creates: "before", behaviour: hang },
  { name: "no answer, created late", creates: "after", behaviour: hang },
  { name: "no answer, not created", creates: "never", behaviour: hang },
  { name: "redirect", creates: "never", behaviour: answer(302, "", { location: "/api/v1/initiate" }) },
  { name: "refused with 400", creates: "never", behaviour: answer(400, text) },
  { name: "refused with 200", creates: "never", behaviour: answer(200, text) },
];

/** Starts it. `onCreated` hears of each transfer as soon as it exists; a good answer takes `mostMs` at most, or is a slow one. */
export async function startChaoticService(
  random: Random,
  faultShare: number,
  onCreated: (created: Created) => void,
  mostMs = 1,
): Promise<ChaoticService> {
  const service = await startFaultyService();
  const arrived = new Map<string, number>();
  const created: Created[] = [];
  const seen = new Map<string, number>();
  const late = new Set<Promise<void>>();
  const create = ({ accountNumber, callbackUrl }: Pick<Created, "accountNumber" | "callbackUrl">) => {
    // Digits alone are valid in any case, and each address tells for whom it was made.
    const address = `0x${`${accountNumber}${created.length}`.padStart(40, "0")}`;
    const one = { accountNumber, callbackUrl, address, transactionId: `txn_${created.length + 1}` };
    created.push(one);
    onCreated(one);
    return one;
  };
  service.behave("initiate", (response, call) => {
    const asked = JSON.parse(call.body) as Pick<Created, "accountNumber" | "callbackUrl">;
    arrived.set(asked.accountNumber, (arrived.get(asked.accountNumber) ?? 0) + 1);
    if (!random.chance(faultShare)) {
      const { transactionId, address } = create(asked);
      const yes = answer(200, JSON.stringify({ success: true, address, transactionId }));
      return void setTimeout(random.chance(0.05) ? slowMs : random.below(mostMs)).then(() =>
        yes(response, call),
      );
    }
    const { name, creates, behaviour } = random.pick(faults);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (creates === "before") create(asked);
    if (creates === "after") late.add(setTimeout(lateMs).then(() => void create(asked)));
    behaviour(response, call);
  });
  const rest = async () => void (await Promise.all(late));
  return { baseUrl: service.baseUrl, arrived, created, faults: seen, rest, close: service.close };
}
