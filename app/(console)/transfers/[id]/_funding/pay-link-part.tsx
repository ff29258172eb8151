import { Share } from "#components/ui/icon";
import type { Transfer } from "#lib/contract/api";
import { may, type Role } from "#lib/contract/roles";
import { findLivePayLink } from "#lib/server/funding/pay-links";
import { showInvisible } from "#lib/text/visible-text";
import { payerState } from "#lib/words/deposit/payer-state";
import { ZonedTime } from "../zoned-time";
import { PayLinkOpener } from "./pay-link-opener";

type Props = { transfer: Transfer; role: Role; timeZone: string };

/** A link for the payer, while the deposit is open or a link still is. */
export async function PayLinkPart({ transfer, role, timeZone }: Props) {
  if (!may(role, "share_payment")) return null;
  const isOpen = payerState(transfer) === "open";
  const live = await findLivePayLink(transfer.id);
  if (!isOpen && live === undefined) return null;
  return (
    <PayLinkOpener
      id={transfer.id}
      address={isOpen ? transfer.address : null}
      hasLink={live !== undefined}
      icon={<Share className="size-4" />}
    >
      {live === undefined ? (
        <p>A link shows the payer the amount, the address and the QR code. They need no account.</p>
      ) : (
        <p className="foreign-text">
          A link by {showInvisible(live.madeBy)} is open until{" "}
          <ZonedTime at={live.expiresAt} timeZone={timeZone} />. It shows the address only while anybody may
          be asked to send.
        </p>
      )}
    </PayLinkOpener>
  );
}
