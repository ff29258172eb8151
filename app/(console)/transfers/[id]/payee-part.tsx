import type { Route } from "next";
import { AccountChange } from "#components/payee/account-change";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { Transfer } from "#lib/contract/api";
import { may, type Role } from "#lib/contract/roles";
import { db } from "#lib/server/database/db";
import { findPayee, payeeOfAccount } from "#lib/server/payees/payees";
import { showInvisible } from "#lib/text/visible-text";
import { SavePayee } from "./save-payee";

/** Who was paid, whether their account has changed since, and paying again. */
export async function PayeePart({ transfer, role }: { transfer: Transfer; role: Role }) {
  const ledger = await db();
  const id = transfer.payeeId ?? (await payeeOfAccount(ledger, transfer));
  const payee = id === undefined ? undefined : await findPayee(ledger, id);
  const canPay = may(role, "create");
  if (payee === undefined && !canPay) return null;
  const { bankCode, bankName, accountNumber, accountName } = transfer;
  return (
    <Card title="Payee" className="print:hidden">
      {payee !== undefined && (
        <div className="mb-3 space-y-2">
          <PageLink href={`/payees/${payee.id}` as Route} className="text-link foreign-text font-medium">
            {showInvisible(payee.name)}
          </PageLink>
          {payee.change !== null && <AccountChange change={payee.change} now={Date.now()} />}
        </div>
      )}
      {canPay && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="small" href={`/transfers/new?again=${transfer.id}` as Route}>
            Pay again
          </ButtonLink>
          {payee === undefined && (
            <SavePayee
              start={{
                name: accountName,
                bank: { code: bankCode, name: bankName },
                accountNumber,
                accountName,
              }}
            />
          )}
        </div>
      )}
    </Card>
  );
}
