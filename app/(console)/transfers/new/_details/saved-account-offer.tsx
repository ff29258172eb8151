import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button";
import type { SameAccountInput } from "#lib/contract/same-account";
import { isSameName } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";
import { savedAccountWords } from "#lib/words/same-account";
import { earlierPayoutsQuery } from "../earlier-payouts";
import { fieldIds, type TransferForm } from "../transfer-form";

type Props = { form: UseFormReturn<TransferForm>; asked: SameAccountInput };

/** Says that a payee has the account, and offers the name that it is saved under. */
export function SavedAccountOffer({ form, asked }: Props) {
  const { data } = useQuery(earlierPayoutsQuery(asked));
  const typed = useWatch({ control: form.control, name: "accountName" });
  const saved = data?.savedAccount;
  const isOther = saved != null && !isSameName(saved.accountName, typed);
  return (
    <div role="status" className="col-span-full empty:hidden">
      {isOther && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
          <p className="foreign-text min-w-0 grow text-[0.8125rem]/5 font-medium">
            {savedAccountWords(saved)} Use that name?
          </p>
          <Button
            size="small"
            onClick={() => {
              form.setValue("accountName", saved.accountName, { shouldDirty: true, shouldValidate: true });
              // The button is gone then.
              document.getElementById(fieldIds.accountName)?.focus();
            }}
          >
            Use {showInvisible(saved.accountName)}
          </Button>
        </div>
      )}
    </div>
  );
}
