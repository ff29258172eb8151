import fc from "fast-check";
import { cancelOldIntents, recoverAllDispatches, sweepLostDispatches } from "#lib/server/submission/recovery";
import { type Answer, answerNames } from "./answers";
import { callBack, command, expectThat, personsAddress, pick } from "./command";
import {
  closeAsAbsent,
  type Model,
  type ModelTransfer,
  newTransfer,
  proveExistence,
  settle,
  settleLate,
} from "./model";
import type { Content, World } from "./world";

const answer = fc.constantFrom(...answerNames);
const which = fc.nat(20);
const lost = { kind: "unknown", transactionId: null, address: null } as const;
const long = "2020-01-01T00:00:00.000Z";

async function add(world: World, model: Model, content: Content): Promise<ModelTransfer> {
  const row = await world.rowOf(content.key);
  expectThat(row !== undefined, "the intent is there");
  const transfer = newTransfer({ ...content, id: row?.id ?? "" });
  model.transfers.push(transfer);
  return transfer;
}

function noteSending(world: World, transfer: ModelTransfer): void {
  transfer.wasSent = true;
  transfer.callbackPath = world.callbackPathOf(transfer.name);
}

/** Asks for a transfer, with one key by several requests at once, and answers as told. */
const submit = fc.tuple(answer, fc.constantFrom(1, 1, 1, 3)).map(([name, times]) =>
  command(
    `submit ${times} x, answered by ${name}`,
    async (model, world) => {
      const content = world.newContent();
      const outcome = world.answerNext(name);
      const replies = await Promise.all(Array.from({ length: times }, () => world.submit(content)));
      expectThat(replies.filter(({ status }) => status === 201).length === 1, "one request made it");
      expectThat(
        replies.every(({ status }) => [200, 201, 409].includes(status)),
        "the others got it or were told to wait",
      );
      const transfer = await add(world, model, content);
      noteSending(world, transfer);
      settle(transfer, outcome);
    },
    false,
  ),
);

/** The same key again: the same transfer, which is sent only where it never was. */
const retry = fc.tuple(which, answer).map(([at, name]) =>
  command(`repeat the key of ${at}, answered by ${name}`, async (model, world) => {
    const transfer = pick(model, at);
    const { submission } = transfer;
    const outcome = world.answerNext(name);
    const { status, body, problem } = await world.submit(transfer);
    if (submission === "dispatching") {
      expectThat(status === 409 && problem.code === "transfer_in_progress", "told to wait");
      return expectThat(problem.transferId === transfer.id, "told for which transfer");
    }
    expectThat(body.id === transfer.id, "the same key gives the same transfer");
    expectThat(status === (submission === "recorded" ? 201 : 200), "it is new only where it is sent");
    if (submission !== "recorded") return;
    noteSending(world, transfer);
    settle(transfer, outcome);
  }),
);

const otherContent = which.map((at) =>
  command(`other content under the key of ${at}`, async (model, world) => {
    const { status } = await world.submit({ ...pick(model, at), amount: "999.25" });
    expectThat(status === 422, "a key stands for one content");
  }),
);

const isClosed = ({ submission }: ModelTransfer) =>
  ["rejected", "cancelled", "not_created"].includes(submission);

/** The same payout under another key: stopped while one of its kind may exist, until a person says that it is separate. */
const twin = fc.tuple(which, answer, fc.boolean(), fc.boolean()).map(([at, name, isConfirmed, isLinked]) =>
  command(
    `a twin of ${at}${isLinked ? ", linked" : ""}${isConfirmed ? ", confirmed" : ""}`,
    async (model, world) => {
      const first = pick(model, at);
      const { accountNumber, amount } = first;
      const mayExist = model.transfers.some(
        (other) => other.accountNumber === accountNumber && other.amount === amount && !isClosed(other),
      );
      const outcome = world.answerNext(name);
      const replaces = isLinked ? first.id : undefined;
      const content = { ...world.newContent(), accountNumber, amount, replaces };
      const { status, problem } = await world.submit(content, { confirmSeparate: isConfirmed });
      const refusal =
        isLinked && !isClosed(first) ? "invalid_input" : mayExist && !isConfirmed && "duplicate_suspected";
      if (refusal !== false) {
        expectThat(problem.code === refusal, `it is stopped by ${refusal}`);
        return expectThat((await world.rowOf(content.key)) === undefined, "nothing is recorded of it");
      }
      expectThat(status === 201, "it is made");
      const transfer = await add(world, model, content);
      noteSending(world, transfer);
      settle(transfer, outcome);
    },
  ),
);

/** The process dies before the claim's commit, and the intent stays unsent. */
const crashBeforeClaim = fc.constant(
  command(
    "crash before the claim",
    async (model, world) => {
      const content = world.newContent();
      const mend = await world.breakClaims();
      const { status } = await world.submit(content);
      await mend();
      await world.dashboard.restart();
      expectThat(status >= 500, "the request failed");
      await add(world, model, content);
    },
    false,
  ),
);

/** The process dies while the service has the request, so that nothing of its answer is recorded. */
const crashInFlight = answer.map((name) =>
  command(
    `crash in flight, then answered by ${name}`,
    async (model, world) => {
      const content = world.newContent();
      const { open, transfer } = await sendSlowly(model, world, content, name);
      await world.dashboard.restart();
      open();
      expectThat(transfer.wasSent, "it was sent");
    },
    false,
  ),
);

/** The start of the one server: what is in flight is called unknown, and what was never sent and is old is dropped. */
const boot = fc.boolean().map((isLater) =>
  command(
    `boot${isLater ? ", much later" : ""}`,
    async (model, world) => {
      const ledger = await world.ledger();
      const ids = model.transfers.map(({ id }) => id);
      if (isLater && ids.length > 0) {
        const waiting = await ledger
          .selectFrom("transfers")
          .select(["id", "created_at"])
          .where("id", "in", ids)
          .where("submission", "=", "recorded")
          .execute();
        const setTimes = (timeOf: (created: string) => string) =>
          Promise.all(
            waiting.map(({ id, created_at }) =>
              ledger
                .updateTable("transfers")
                .set({ created_at: timeOf(created_at) })
                .where("id", "=", id)
                .execute(),
            ),
          );
        await setTimes(() => long);
        await cancelOldIntents(ledger);
        // It was made when it was made: the audit log covers that.
        await setTimes((created) => created);
      }
      await cancelOldIntents(ledger);
      await recoverAllDispatches(ledger);
      for (const transfer of model.transfers) {
        if (transfer.submission === "dispatching") settle(transfer, lost);
        else if (isLater && transfer.submission === "recorded") transfer.submission = "cancelled";
      }
    },
    false,
  ),
);

/** Time passes for one claim, while another server lives: the next sweep finds it lost. */
const sweep = which.map((at) =>
  command(`the deadline of ${at} passes`, async (model, world) => {
    const transfer = pick(model, at);
    await passDeadline(world, transfer);
    await world.find(transfer.id);
    if (transfer.submission === "dispatching") settle(transfer, lost);
  }),
);

async function passDeadline(world: World, { key }: Pick<ModelTransfer, "key">): Promise<void> {
  const ledger = await world.ledger();
  await ledger
    .updateTable("transfers")
    .set({ dispatch_deadline: long })
    .where("idempotency_key", "=", key)
    // Nothing else has one.
    .where("submission", "=", "dispatching")
    .execute();
  await sweepLostDispatches(ledger);
}

/** Submits, and keeps the service's answer back until it is told. */
async function sendSlowly(model: Model, world: World, content: Content, name: Answer) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const outcome = world.answerNext(name, gate);
  const replying = world.submit(content);
  while (world.initiatesOf(content.name).length === 0) await new Promise(setImmediate);
  const transfer = await add(world, model, content);
  transfer.submission = "dispatching";
  noteSending(world, transfer);
  return { open, transfer, outcome, replying };
}

const meanwhile = fc.constantFrom(
  ...(["nothing", "lost", "lost and reported", "lost and closed", "lost and entered", "reported"] as const),
);

/** The answer keeps the dashboard waiting, and something else happens first. */
const slowAnswer = fc
  .tuple(answer, meanwhile, fc.constantFrom(undefined, "txn_foreign"))
  .map(([name, event, reportedId]) =>
    command(
      `${event}, and then answered by ${name}`,
      async (model, world) => {
        const content = world.newContent();
        const { open, transfer, outcome, replying } = await sendSlowly(model, world, content, name);
        if (event.startsWith("lost")) {
          await passDeadline(world, transfer);
          expectThat(
            (await world.find(transfer.id)).status === "unknown",
            "a lost claim is shown as unknown",
          );
          settle(transfer, lost);
        }
        if (event.endsWith("reported")) await callBack(world, transfer, "processing", reportedId);
        if (event.endsWith("closed")) {
          const body = { outcome: "absent", reason: "The service has none." };
          await world.dashboard.send("POST", `/api/transfers/${transfer.id}/resolution`, { body });
          closeAsAbsent(transfer);
        }
        if (event.endsWith("entered")) {
          const entered = { transactionId: "txn_by_person", address: personsAddress };
          const body = { outcome: "exists", reason: "Their support said so.", ...entered };
          await world.dashboard.send("POST", `/api/transfers/${transfer.id}/resolution`, { body });
          proveExistence(transfer, entered.transactionId, entered.address);
        }
        open();
        await replying;
        if (event.startsWith("lost")) settleLate(transfer, outcome);
        else settle(transfer, outcome);
      },
      false,
    ),
  );

/** Everything that can happen to a submission. */
export const submissionCommands = [
  submit,
  retry,
  otherContent,
  twin,
  crashBeforeClaim,
  crashInFlight,
  boot,
  sweep,
  slowAnswer,
];
