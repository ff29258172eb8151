import { AccountChange } from "#components/payee/account-change";
import { ButtonLink } from "#components/ui/button-link";
import { RefreshCw } from "#components/ui/icon";
import type { Transfer } from "#lib/contract/api";
import type { Payee } from "#lib/contract/payees";
import { payAgainPath } from "./more-menu";

/** Under the advice of a payment, with what has changed since. */
export function PayAgain({ transfer, payee }: { transfer: Pick<Transfer, "id">; payee: Payee | undefined }) {
  return (
    <>
      <ButtonLink variant="quiet" size="small" className="ml-auto" href={payAgainPath(transfer)}>
        <RefreshCw className="size-4" />
        Pay again
      </ButtonLink>
      {payee?.change != null && (
        <div className="w-full">
          <AccountChange change={payee.change} now={Date.now()} />
        </div>
      )}
    </>
  );
}
