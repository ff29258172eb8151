import { cache } from "react";
import { ButtonLink } from "#components/ui/button-link";
import { Problem } from "#lib/contract/problem";
import { progressWords } from "#lib/features/controls/approval-words";
import { neededWords } from "#lib/features/controls/control-words";
import { findApproval } from "#lib/features/controls/server/find-approvals";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";

/** Parts of the notice of a transfer that waits. */

type Props = { id: string; actor: Actor };

/** `undefined` for one that waits by what is not here any more. */
const requestOf = cache((id: string, actor: Actor) =>
  findApproval(id, actor).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "not_found") return undefined;
    throw error;
  }),
);

export async function RequestLink({ id, actor }: Props) {
  const request = await requestOf(id, actor);
  if (request?.mine !== "decide") return null;
  return (
    <ButtonLink size="small" variant="primary" href={`/approvals/${request.id}`}>
      Open the request
    </ButtonLink>
  );
}

export async function RequestFacts({ id, actor }: Props) {
  const request = await requestOf(id, actor);
  if (request === undefined) return null;
  const { timeZone } = env();
  const now = Date.now();
  const approved = request.decisions.filter(
    ({ decision, voidedWhy }) => decision === "approved" && voidedWhy === null,
  );
  const by = approved.map(
    ({ person, at }) => `${showInvisible(person)} at ${formatMoment(at, now, timeZone)}`,
  );
  return (
    <>
      <p>{request.why}</p>
      <p>
        Needs {neededWords(request.needed)}; {progressWords(request.given, request.needed)} given
        {by.length > 0 && `, by ${by.join(" and ")}`}. Waits until{" "}
        <time dateTime={request.expiresAt}>{formatMoment(request.expiresAt, now, timeZone)}</time>.
      </p>
      {request.cannotWhy !== null && <p>You can’t approve it: {request.cannotWhy}</p>}
    </>
  );
}
