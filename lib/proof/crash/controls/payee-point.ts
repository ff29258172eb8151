import { Payee } from "#lib/contract/payees";
import { goodTransfer } from "#lib/testing/ledger/inputs";
import { endOf, type Point, randomBelow } from "../point";
import type { CrashRig } from "../rig";
import type { Fault } from "../verify";
import { decide, type Report, setRules } from "./scene";

const { bankCode } = goodTransfer;

/** A payee whose next account waits for somebody else: the server dies while they agree to it. */
export const payeePoint: Point = {
  name: "K28",
  what: "while a payee's account is agreed to",
  run: async (rig) => {
    const faults: Fault[] = [];
    const report: Report = (kind, text) => void faults.push({ kind, text });
    const [approver = ""] = await rig.approvers();
    await setRules(rig, 0, { payeeChange: true });
    const [before, after] = [rig.newOrder().accountNumber, rig.newOrder().accountNumber];
    const name = `Payee ${before}`;
    const saved = await rig.send("POST", "/api/payees", { ...accountOf(before, name), name });
    const { id } = Payee.parse(saved?.body);
    const proposed = await rig.send("POST", `/api/payees/${id}/versions`, {
      ...accountOf(after, name),
      after: "1",
      howChecked: "Called the number that we had",
    });
    if (Payee.safeParse(proposed?.body).data?.proposal?.n !== 2)
      throw new Error(`The account doesn't wait: ${JSON.stringify(proposed?.body)}`);
    const agree = () => decide({ rig }, `${id}.2`, approver, { lastFour: after.slice(-4) });
    await rig.killAt(randomBelow(2) === 0 ? "approving" : "approved");
    const agreeing = agree();
    await endOf(rig.server());
    await agreeing;
    await rig.database.rest();
    const left = await readLeft(rig, id);
    const isDone = left.state === "approved";
    if (isDone !== (left.current === after) || isDone !== (left.approvals === 1))
      report("other", `the request is ${left.state}, and ${left.approvals} approvals left ${left.current}`);
    await rig.start();
    // Once more, as a browser does that got no answer.
    const again = await agree();
    if (again?.status !== 200) report("lost", `the approval gave ${again?.status} afterwards`);
    const end = await readLeft(rig, id);
    if (end.current !== after || end.state !== "approved")
      report("lost", `${end.current} is paid in the end`);
    if (end.approvals !== 1 || end.versions !== 1) report("doubled", JSON.stringify(end));
    await setRules(rig, 0);
    return { isReached: isDone || left.state === "waiting", faults };
  },
};

const accountOf = (accountNumber: string, accountName: string) => ({ bankCode, accountNumber, accountName });

async function readLeft({ database }: CrashRig, id: string) {
  const current = await database.peek<{ account_number: string }>(
    "SELECT account_number FROM payee_versions WHERE payee_id = ? AND state = 'current'",
    id,
  );
  const requests = await database.peek<{ state: string }>(
    "SELECT state FROM requests WHERE subject_id = ?",
    `${id}.2`,
  );
  const given = await database.peek(
    "SELECT 1 FROM approvals JOIN requests ON requests.id = request_id WHERE subject_id = ?",
    `${id}.2`,
  );
  return {
    ...{ current: current[0]?.account_number, versions: current.length },
    ...{ state: requests[0]?.state, approvals: given.length },
  };
}
