import { answer, type Behaviour, cutShort, goodAddress, reset } from "#lib/testing/service/faulty-service";
import type { Named, Outcome } from "./model";

type Told = (transactionId: string) => { outcome: Outcome; behaviour: Behaviour };

const yes = (transactionId: string) => JSON.stringify({ success: true, address: goodAddress, transactionId });
const rejected =
  (behaviour: Behaviour): Told =>
  () => ({ outcome: { kind: "rejected" }, behaviour });
const unknown =
  (behaviour: (text: string) => Behaviour, named: (id: string) => Partial<Named> = () => ({})): Told =>
  (id) => ({
    outcome: { kind: "unknown", transactionId: null, address: null, ...named(id) },
    behaviour: behaviour(yes(id)),
  });

/** The ways in which the service answers an initiate, and what each amounts to (T3 to T5). */
export const answers = {
  yes: (transactionId) => ({
    outcome: { kind: "accepted", transactionId, address: goodAddress },
    behaviour: answer(200, yes(transactionId)),
  }),
  "no, by 422": rejected(answer(422, '{"message":"Account is blocked"}')),
  "no, by 429": rejected(answer(429, "{}")),
  "no, by 200": rejected(answer(200, '{"success":false,"message":"no"}')),
  "no, with an address": unknown(
    (text) => answer(200, text.replace("true", "false")),
    (transactionId) => ({ transactionId, address: goodAddress }),
  ),
  "a reset": unknown(() => reset),
  "half an answer": unknown((text) => cutShort(text.slice(0, 40))),
  "500": unknown(() => answer(500, "{}")),
  "409": unknown(() => answer(409, "{}")),
  "a redirect": unknown(() => answer(307, "", { location: "/elsewhere" })),
  HTML: unknown(() => answer(200, "<h1>Gateway</h1>", { "content-type": "text/html" })),
  "no address": unknown(
    () => answer(200, '{"success":true,"transactionId":"txn_lone"}'),
    () => ({ transactionId: "txn_lone" }),
  ),
  "a number as id": unknown(
    () => answer(200, `{"success":true,"address":"${goodAddress}","transactionId":7}`),
    () => ({ transactionId: "7", address: goodAddress }),
  ),
} satisfies Record<string, Told>;

export type Answer = keyof typeof answers;
export const answerNames = Object.keys(answers) as Answer[];
