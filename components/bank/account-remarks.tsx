import { Button } from "#components/ui/button";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import { walletOfPhone } from "#lib/bank/numbers-in";
import type { Bank } from "#lib/contract/api";
import { accountGroups } from "#lib/money/format";

type Props = { bank: Bank | null; digits: string; onDigits: (digits: string) => void };

/** What a whole number is likely to be instead. Loaded ahead of its use: it knows the banks. */
export function AccountRemarks({ bank, digits, onDigits }: Props) {
  const wallet = walletOfPhone(digits);
  if (wallet !== undefined)
    return (
      <div className="mt-1 space-y-1 text-[0.8125rem]/5 text-warn">
        <p>This is a telephone number. As a wallet’s account it has no zero and no +234.</p>
        <Button size="small" onClick={() => onDigits(wallet)}>
          Use {accountGroups(wallet).join(" ")}
        </Button>
      </div>
    );
  if (bank === null || !hasWrongCheckDigit(bank, digits)) return null;
  return (
    <p className="mt-1 text-[0.8125rem]/5 text-warn">
      {wrongCheckDigit} Compare the number with what the recipient gave you.
    </p>
  );
}
