import { Notice } from "#components/notice/notice";
import type { TransferWithEvents } from "#lib/contract/api";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { RequestFacts, RequestLink } from "../../../approvals/request-of-transfer";
import { Again } from "../submission-notice";
import { WithdrawButton } from "./withdraw-button";

type Props = { transfer: TransferWithEvents; actor: Actor };

/** Of a transfer that waits for an approval, or that was declined. What made it wait may be gone: it can be withdrawn. */
export function ApprovalNotice({ transfer, actor }: Props) {
  if (transfer.status === "declined") return <Declined transfer={transfer} />;
  if (transfer.status !== "awaiting_approval") return null;
  const { id } = transfer;
  const action = (
    <>
      <RequestLink id={id} actor={actor} />
      {mayWithdraw(transfer, actor) && <WithdrawButton id={id} />}
    </>
  );
  return (
    <Notice kind="info" title="Waits for approval" action={action}>
      <RequestFacts id={id} actor={actor} />
      <p>Nothing was sent to the service, and no money has moved.</p>
    </Notice>
  );
}

function mayWithdraw({ evidence }: TransferWithEvents, { person }: Actor): boolean {
  const asked = evidence.find(({ kind }) => kind === "requested");
  return person.role === "admin" || asked?.personEmail === person.email;
}

function Declined({ transfer }: Pick<Props, "transfer">) {
  const said = transfer.evidence.findLast(({ kind }) => kind === "declined");
  return (
    <Notice kind="info" title="Declined" action={<Again transfer={transfer}>Edit and ask again</Again>}>
      <p>
        {showInvisible(said?.person ?? "A colleague")} declined it
        {said !== undefined && ` at ${formatMoment(said.at, Date.now(), env().timeZone)}`}
        {said?.text != null && (
          <>
            : <bdi>{showInvisible(said.text)}</bdi>
          </>
        )}
      </p>
      <p>Nothing was sent to the service, and no money has moved.</p>
    </Notice>
  );
}
