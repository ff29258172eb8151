import fc from "fast-check";
import type { Transfer } from "#lib/contract/api";
import { payeeSaid } from "#lib/testing/received/payee-said";
import { callBack, command, expectThat, personsAddress, pick } from "./command";
import { choose, closeAsAbsent, proveExistence } from "./model";

const which = fc.nat(20);
const words = [
  "awaiting_deposit",
  "deposited",
  "processing",
  "completed",
  "failed",
  "reversed",
  "expired",
  "mystery",
];

/** A callback with our transaction id, with none, or with another one; the same again where it was sent before. */
const callback = fc
  .tuple(which, fc.constantFrom(...words), fc.constantFrom("own", "none", "foreign"))
  .map(([at, word, whose]) =>
    command(`callback ${word} for ${at}, id ${whose}`, async (model, world) => {
      const transfer = pick(model, at);
      const ids = { own: transfer.transactionId ?? undefined, none: undefined, foreign: "txn_foreign" };
      await callBack(world, transfer, word, ids[whose as keyof typeof ids]);
    }),
  );

const strangersCallback = fc.constantFrom(...words).map((status) =>
  command(`callback ${status} on a token that nobody was given`, async (_model, world) => {
    const path = `/api/callbacks/${"A".repeat(43)}`;
    const reply = await world.dashboard.send("POST", path, { body: { status } });
    expectThat(reply.status === 404, "an unknown token is not taken");
  }),
);

/** A person says that it exists, with the id that is known, or with another one. */
const exists = fc.tuple(which, fc.boolean()).map(([at, isKnownId]) =>
  command(`a person proves ${at}, by ${isKnownId ? "its" : "an"} id`, async (model, world) => {
    const transfer = pick(model, at);
    const transactionId = (isKnownId ? transfer.transactionId : null) ?? "txn_by_person";
    const body = {
      outcome: "exists",
      transactionId,
      address: personsAddress,
      reason: "Their support said so.",
    };
    const { status } = await world.dashboard.send("POST", `/api/transfers/${transfer.id}/resolution`, {
      body,
    });
    const isTaken = proveExistence(transfer, transactionId, personsAddress);
    expectThat(status === (isTaken ? 200 : 409), `it is ${isTaken ? "taken" : "refused"}, not ${status}`);
  }),
);

/** A person says that the first or the last of the addresses is right. */
const chosen = fc.tuple(which, fc.boolean()).map(([at, isFirst]) =>
  command(`a person chooses the ${isFirst ? "first" : "last"} address of ${at}`, async (model, world) => {
    const transfer = pick(model, at);
    const { claims } = await world.find(transfer.id);
    const claim = claims.at(isFirst ? 0 : -1);
    const body = {
      outcome: "address",
      event: `${claim?.event ?? 1}`,
      newest: `${claims.at(-1)?.event ?? 1}`,
      reason: "Their support said so.",
    };
    const { status } = await world.dashboard.send("POST", `/api/transfers/${transfer.id}/resolution`, {
      body,
    });
    const isTaken = choose(transfer, claim ?? { transactionId: null, address: null });
    expectThat(status === (isTaken ? 200 : 409), `it is ${isTaken ? "taken" : "refused"}, not ${status}`);
  }),
);

const absent = which.map((at) =>
  command(`a person closes ${at} as absent`, async (model, world) => {
    const transfer = pick(model, at);
    const body = { outcome: "absent", reason: "The service has none." };
    const { status } = await world.dashboard.send("POST", `/api/transfers/${transfer.id}/resolution`, {
      body,
    });
    const isTaken = closeAsAbsent(transfer);
    expectThat(status === (isTaken ? 200 : 409), `it is ${isTaken ? "taken" : "refused"}, not ${status}`);
  }),
);

const note = fc.tuple(which, fc.constantFrom("note", "handled")).map(([at, kind]) =>
  command(`a person's word on ${at}: ${kind}`, async (model, world) => {
    const path = `/api/transfers/${pick(model, at).id}/notes`;
    const { status } = await world.dashboard.send("POST", path, { body: { kind, text: "Seen." } });
    expectThat(status === 200, `it is taken, not ${status}`);
  }),
);

const received = fc.tuple(which, fc.constantFrom("0", "1.5", "999999999999.99")).map(([at, amount]) =>
  command(`the payee of ${at} says that ${amount} arrived`, async (model, world) => {
    const transfer = pick(model, at);
    const body = payeeSaid(amount);
    const path = `/api/transfers/${transfer.id}/received`;
    const { status } = await world.dashboard.send("POST", path, { body });
    const isRefused = transfer.submission !== "accepted" || transfer.isReceived;
    expectThat(status === (isRefused ? 409 : 200), `it is ${isRefused ? "refused" : "taken"}, not ${status}`);
    if (!isRefused) transfer.isReceived = true;
  }),
);

const withdrawn = which.map((at) =>
  command(`what the payee of ${at} said is withdrawn`, async (model, world) => {
    const transfer = pick(model, at);
    const { body } = await world.dashboard.send<Transfer>("GET", `/api/transfers/${transfer.id}`);
    const event = `${body.received[0]?.events.at(-1) ?? 1}`;
    const path = `/api/transfers/${transfer.id}/received/withdrawal`;
    const { status } = await world.dashboard.send("POST", path, { body: { event, reason: "No." } });
    const isRefused = !transfer.isReceived;
    expectThat(status === (isRefused ? 409 : 200), `it is ${isRefused ? "refused" : "taken"}, not ${status}`);
    transfer.isReceived = false;
  }),
);

/** Everything that others say of a transfer. */
export const reportCommands = [
  callback,
  callback,
  strangersCallback,
  exists,
  chosen,
  absent,
  note,
  received,
  withdrawn,
];
