import { ButtonLink } from "#components/ui/button-link";
import { RefreshCw } from "#components/ui/icon";
import type { Transfer } from "#lib/contract/api";
import { payAgainPath } from "./more-menu";

/** What comes after a payment. On a phone it is in the menu. */
export function PayAgain({ transfer }: { transfer: Pick<Transfer, "id"> }) {
  return (
    <ButtonLink size="small" className="max-sm:hidden" href={payAgainPath(transfer)}>
      <RefreshCw className="size-4" />
      Pay again
    </ButtonLink>
  );
}
