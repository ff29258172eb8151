import type { Route } from "next";
import { Notice } from "#components/notice/notice";
import { AccountEnd } from "#components/payee/account-change";
import { ButtonLink } from "#components/ui/button-link";
import type { Payee, Proposal } from "#lib/contract/payees";
import { formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { WithdrawProposal } from "./withdraw-proposal";

type Props = { payee: Payee; proposal: Proposal; mayWithdraw: boolean; timeZone: string };

/** Of an account that waits until a second person agrees. */
export function ProposalNotice({ payee: { id, isAgreed }, proposal, mayWithdraw, timeZone }: Props) {
  const { n, at, by, accountName } = proposal;
  const asked = `${by === null ? "Asked" : `${showInvisible(by)} asked`} at ${formatMoment(at, Date.now(), timeZone)}.`;
  return (
    <div className="mb-4">
      <Notice
        kind="info"
        title={isAgreed ? "A new account waits for approval" : "This payee waits for approval"}
        action={
          <>
            <ButtonLink size="small" href={`/approvals/${id}.${n}` as Route}>
              Open the request
            </ButtonLink>
            {mayWithdraw && <WithdrawProposal id={id} n={n} />}
          </>
        }
      >
        <p className="foreign-text">
          <AccountEnd {...proposal} />, {showInvisible(accountName)}. {asked}
        </p>
        <p>
          {isAgreed
            ? "Until somebody else agrees, the account below is paid."
            : "It can’t be paid until somebody else agrees."}
        </p>
      </Notice>
    </div>
  );
}
