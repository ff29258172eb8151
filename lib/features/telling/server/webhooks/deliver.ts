import { type EndpointForm, isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { once } from "#lib/server/config/once";
import { isEnding, underWay } from "#lib/server/observe/under-way";
import { inGroups } from "#lib/server/tables/in-groups";
import type { Db } from "#lib/server/tables/schema";
import { type Claim, claimDue, dueEndpoints, giveBack, leaseMs } from "./claim";
import type { Endpoint } from "./endpoint-health";
import { decryptSecret } from "./endpoint-secret";
import { placeOf, wholeUrl } from "./endpoint-url";
import { guardedAgent } from "./guard";
import { type Answer, type Post, postOver } from "./post";
import { type Clock, type End, type Outcome, recordEnds, sharedClock } from "./record-ends";
import { signedHeaders } from "./sign";

/**
 * Invariant: an endpoint has a few tries at once, whatever another one does, and no try begins that could outlast its
 * lease.
 */

/** Times the ten endpoints that there can be: so many sockets at most. */
const triesAtOnce = 8;
/** People read one after the other, and a channel takes no more. */
const triesOf = ({ form }: Endpoint) => (isForSystems(form) ? triesAtOnce : 1);
/** Of one that fails, no more than are tried: it may soon rest. */
const claimedAtOnce = (endpoint: Endpoint) => (endpoint.failures_in_row > 0 ? triesAtOnce : 32);
/** A try takes 15 s at most, and its end has to be recorded. */
const latestStartMs = leaseMs - 25_000;
const endsAtOnce = 64;

type Parts = { clock?: Clock; post?: Post };
export type Deliverer = {
  /** Begins to deliver what is due. Rejects with what went wrong since the last time; the next one begins again. */
  look: () => Promise<void>;
  /** Resolves once nothing is under way. Rejects with what went wrong. */
  rest: () => Promise<void>;
};

type Job = { claim: Claim; claimedAt: number };
/** `url` and `secrets` are missing where AUTH_SECRET is another one. */
type Target = {
  form: EndpointForm;
  place: string;
  url: string | undefined;
  secrets: readonly string[] | undefined;
};
type Lane = {
  jobs: Job[];
  pulling: Set<Promise<void>>;
  refilling: Promise<void> | undefined;
  isDry: boolean;
  /** How many tries have ended: what waited for one of them can be claimed since. */
  ends: number;
};

/** `clock` and `post` are those of the tests where they say so. */
export function createDeliverer(
  ledger: Db,
  { clock = sharedClock, post = guardedPost() }: Parts = {},
): Deliverer {
  const lanes = new Map<string, Lane>();
  let faults: unknown[] = [];
  const record = inGroups<End, Outcome | undefined>({ mostItems: endsAtOnce }, (ends) =>
    recordEnds(ledger, ends, clock),
  );

  async function refill(id: string, lane: Lane): Promise<void> {
    // Before the lease begins: a claim can wait for the database.
    const claimedAt = performance.now();
    const { ends } = lane;
    const now = await clock(ledger);
    const endpoint = await findEndpoint(ledger, id, now);
    const claims =
      endpoint === undefined ? [] : await claimDue(ledger, endpoint, now, claimedAtOnce(endpoint));
    lane.isDry = claims.length === 0 && lane.ends === ends;
    lane.jobs.push(...claims.map((claim) => ({ claim, claimedAt })));
  }

  async function next(id: string, lane: Lane): Promise<Job | undefined> {
    while (lane.jobs.length === 0 && !lane.isDry && !isEnding()) {
      lane.refilling ??= refill(id, lane).finally(() => {
        lane.refilling = undefined;
      });
      await lane.refilling;
    }
    return lane.jobs.shift();
  }

  async function pull(id: string, lane: Lane): Promise<void> {
    for (let job = await next(id, lane); job !== undefined; job = await next(id, lane)) {
      const isLate = isEnding() || performance.now() - job.claimedAt > latestStartMs;
      const target = isLate ? undefined : await readTarget(ledger, id, clock);
      if (target === undefined) {
        await returnJobs([job, ...lane.jobs.splice(0)]);
        continue;
      }
      const answer = await tryOnce(job, target, post);
      const outcome = await record({ claim: job.claim, answer, place: target.place });
      // It may rest from now on, or be off: the next claim knows.
      if (outcome !== "delivered") await returnJobs(lane.jobs.splice(0));
      lane.ends += 1;
      lane.isDry = false;
    }
  }

  async function returnJobs(jobs: readonly Job[]): Promise<void> {
    const claims = jobs.map(({ claim }) => claim);
    await giveBack(ledger, claims, await clock(ledger));
  }

  function begin(endpoint: Endpoint): void {
    const { id } = endpoint;
    const lane = lanes.get(id) ?? emptyLane();
    lanes.set(id, lane);
    lane.isDry = false;
    while (lane.pulling.size < triesOf(endpoint)) {
      const work = underWay(pull(id, lane));
      lane.pulling.add(work);
      const leave = () => void lane.pulling.delete(work);
      work.then(leave, (error: unknown) => {
        faults.push(error);
        leave();
      });
    }
  }

  return {
    look: async () => {
      if (isEnding()) return;
      const [fault] = faults;
      faults = [];
      if (fault !== undefined) throw fault;
      for (const endpoint of await dueEndpoints(ledger, await clock(ledger))) begin(endpoint);
    },
    rest: async () => {
      const all = () => [...lanes.values()].flatMap(({ pulling }) => [...pulling]);
      while (all().length > 0) await Promise.all(all());
    },
  };
}

function emptyLane(): Lane {
  return { jobs: [], pulling: new Set(), refilling: undefined, isDry: false, ends: 0 };
}

function guardedPost(): Post {
  return postOver(once("webhook-agent", guardedAgent));
}

async function findEndpoint(ledger: Db, id: string, now: string): Promise<Endpoint | undefined> {
  return ledger
    .selectFrom("endpoints")
    .selectAll()
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("rest_until", "is", null), eb("rest_until", "<=", now)]))
    .executeTakeFirst();
}

/** As it is right before a try: `undefined` once it is off or removed. */
async function readTarget(ledger: Db, id: string, clock: Clock): Promise<Target | undefined> {
  const endpoint = await ledger
    .selectFrom("endpoints")
    .select(["id", "form", "url", "encrypted_secret", "encrypted_previous_secret", "previous_until"])
    .where("id", "=", id)
    .where("is_on", "=", 1)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (endpoint === undefined) return undefined;
  const target = { form: endpoint.form, place: placeOf(endpoint), url: await wholeUrl(endpoint) };
  // Slack and Teams know no signature: who has the URL may post there.
  if (!isForSystems(endpoint.form)) return { ...target, secrets: [] };
  const { encrypted_secret: present, encrypted_previous_secret: previous, previous_until } = endpoint;
  const isInForce = previous !== null && previous_until !== null && previous_until > (await clock(ledger));
  const open = (encrypted: string) => decryptSecret(encrypted, id).catch(() => undefined);
  const secret = await open(present);
  // One before that nothing opens must not keep the present one from signing.
  const before = isInForce ? await open(previous) : undefined;
  const secrets = secret === undefined ? undefined : [secret, ...(before === undefined ? [] : [before])];
  return { ...target, secrets };
}

async function tryOnce({ claim }: Job, { form, url, secrets }: Target, post: Post): Promise<Answer> {
  const failed = { status: null, ms: 0, retryAfterMs: 0 };
  if (url === undefined || secrets === undefined) return { ...failed, fault: "secret_unreadable" };
  const parsed = URL.parse(url);
  if (parsed === null) return { ...failed, fault: "not_found" };
  const headers = isForSystems(form) ? signedHeaders(claim, secrets, Date.now()) : {};
  return post(parsed, { form, headers, body: claim.body });
}
