import type { Route } from "next";
import { MenuLink } from "#components/ui/button-link";
import { BookUser, Check, Ellipsis, Printer, RefreshCw, X } from "#components/ui/icon";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { may, type Role } from "#lib/contract/roles";
import { showInvisible } from "#lib/text/visible-text";
import { expectedOf } from "#lib/transfer/received";
import { ApprovalRecordLink } from "../../../approvals/record-link";
import { DeliveriesLink } from "../../../webhooks/deliveries/deliveries-link";
import { isRecordable } from "../_received/recordable";
import { StandingButton } from "../_standing/standing-ground";
import { isStoppable } from "../_standing/standing-terms";
import { TransferMenu } from "./transfer-menu";

type Props = {
  transfer: TransferWithEvents;
  role: Role;
  summary: string;
  /** Who has this account, where it is known. */
  payee: Payee | undefined;
};

/** What can be done with any transfer, whatever its state asks for. */
export function MoreMenu({ transfer, role, summary, payee }: Props) {
  const { id, bankCode, bankName, accountNumber, accountName } = transfer;
  const canPay = may(role, "create");
  const start = { name: accountName, bank: { code: bankCode, name: bankName }, accountNumber, accountName };
  return (
    <TransferMenu
      id={id}
      summary={summary}
      {...(canPay && payee === undefined && { payee: start })}
      // A paid one has a card for it.
      isRecordable={transfer.status !== "paid" && isRecordable(transfer)}
      payout={{
        currency: transfer.currency,
        expected: expectedOf(transfer.acceptedOutput, transfer.quote?.outputAmount ?? null),
        paidOut: transfer.paidOut?.amount ?? null,
      }}
      icons={{
        more: <Ellipsis className="size-4" />,
        print: <Printer className="size-4" />,
        payee: <BookUser className="size-4" />,
        received: <Check className="size-4" />,
      }}
      links={
        <>
          {canPay && (
            <MenuLink
              href={payAgainPath(transfer)}
              icon={<RefreshCw className="size-4" />}
              // Beside the menu.
              className={transfer.status === "paid" ? "sm:hidden" : undefined}
            >
              Pay again
            </MenuLink>
          )}
          {payee !== undefined && (
            <MenuLink href={`/payees/${payee.id}` as Route} icon={<BookUser className="size-4" />}>
              Open payee {showInvisible(payee.name)}
            </MenuLink>
          )}
          <DeliveriesLink id={id} role={role} />
          <ApprovalRecordLink id={id} role={role} />
          {may(role, "resolve") && isStoppable(transfer) && (
            <StandingButton act="stop" variant="menu" popoverTarget="more" popoverTargetAction="hide">
              <X className="size-4" />
              We won’t fund this…
            </StandingButton>
          )}
        </>
      }
    />
  );
}

export function payAgainPath({ id }: Pick<Transfer, "id">): Route {
  return `/transfers/new?again=${id}` as Route;
}
