import { Card } from "#components/ui/card";
import { SummaryList, SummaryRow } from "#components/ui/summary-list";
import type { Bank, TransferInput } from "#lib/contract/api";
import { ownTextNames, ownTexts } from "#lib/transfer/own-texts";
import { PayeeChange } from "../_details/payee-choice";
import { goToDetails } from "../steps";
import type { ChosenPayee, TransferForm } from "../transfer-form";

type Props = { input: TransferInput; bank: Bank; payee: ChosenPayee | null };

export function RecipientSummary({ input, bank, payee }: Props) {
  return (
    <>
      <Card title="Recipient" action={<ChangeButton field="bankCode">Change the recipient</ChangeButton>}>
        {payee?.change != null && (
          <div className="mb-3">
            <PayeeChange payee={payee} change={payee.change} />
          </div>
        )}
        <SummaryList>
          {payee !== null && <SummaryRow term="Payee">{payee.name}</SummaryRow>}
          <SummaryRow term="Bank">
            {bank.name} <span className="font-mono text-[0.8125rem] font-normal text-muted">{bank.code}</span>
          </SummaryRow>
          <SummaryRow term="Account number">
            {/* The gaps are margins, so a selection copies only the digits. */}
            <span className="font-mono text-base">
              {input.accountNumber.slice(0, 4)}
              <span className="mx-2">{input.accountNumber.slice(4, 7)}</span>
              {input.accountNumber.slice(7)}
            </span>
          </SummaryRow>
          <SummaryRow term="Account name">{input.accountName}</SummaryRow>
        </SummaryList>
        <p className="mt-3 border-t border-line pt-3 text-[0.8125rem]/5 text-muted">
          The service does not check the name. Compare the number and the name with what the recipient gave
          you.
        </p>
      </Card>
      {ownTextNames.some((name) => input[name] !== undefined) && (
        <Card
          title="Your reference"
          action={<ChangeButton field="reference">Change the reference</ChangeButton>}
        >
          <SummaryList>
            {ownTextNames.map(
              (name) =>
                input[name] !== undefined && (
                  <SummaryRow key={name} term={ownTexts[name].label}>
                    {input[name]}
                  </SummaryRow>
                ),
            )}
          </SummaryList>
        </Card>
      )}
      {input.callbackUrl !== undefined && (
        <Card
          title="Status updates"
          action={<ChangeButton field="callbackUrl">Change the callback URL</ChangeButton>}
        >
          <p translate="no" className="foreign-text font-medium">
            {input.callbackUrl}
          </p>
          <p className="mt-1 text-[0.8125rem]/5 text-muted">
            Updates go there, so this dashboard won’t show them.
          </p>
        </Card>
      )}
    </>
  );
}

/** Short on screen, complete for a screen reader. */
export function ChangeButton({ field, children }: { field: keyof TransferForm; children: string }) {
  return (
    <button
      type="button"
      aria-label={children}
      onClick={() => goToDetails({ field })}
      className="text-link min-h-8 rounded-md text-[0.8125rem]/5 font-medium pointer-coarse:min-h-11"
    >
      Change
    </button>
  );
}
