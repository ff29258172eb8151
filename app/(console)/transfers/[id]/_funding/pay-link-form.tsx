import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { fieldFault } from "#lib/browser/field-faults";
import { act } from "#lib/calls/act";
import type { PayLink } from "#lib/contract/pay/pay-links";
import { Problem } from "#lib/contract/problem";

const lives = [
  ["2", "2 hours"],
  ["24", "24 hours"],
  ["168", "7 days"],
] as const;
/** The server's limit of a name and a reference. */
const mostCharacters = 60;

type Props = { id: string; isReplacement: boolean; onDone: (link: PayLink) => void };

export function PayLinkForm({ id, isReplacement, onDone }: Props) {
  const making = useMutation(act("POST /api/transfers/[id]/pay-link"));
  // Somebody may be sending by a funding file: the next press confirms that one.
  const confirm = confirmIn(making.error);

  function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "");
    const body = {
      validHours: text("validHours"),
      showBank: given.has("showBank"),
      payeeName: text("payeeName"),
      reference: text("reference"),
      ...confirm,
    };
    making.mutate({ params: { id }, body }, { onSuccess: onDone });
  }

  return (
    <form noValidate onSubmit={make} className="space-y-4">
      {making.error !== null && (
        <Notice kind={confirm === undefined ? "fail" : "warn"} title="No link was created" isLive>
          {making.error.message}
        </Notice>
      )}
      <Field label="The link works for">
        {(wiring) => (
          <Select {...wiring} name="validHours" defaultValue="24">
            {lives.map(([hours, words]) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Name that the payer sees"
        hint="Leave it empty to show your business’s name."
        isOptional
        error={fieldFault(making.error, "payeeName")}
      >
        {(wiring) => <Input {...wiring} name="payeeName" maxLength={mostCharacters} autoComplete="off" />}
      </Field>
      <Field label="Reference for the payer" isOptional error={fieldFault(making.error, "reference")}>
        {(wiring) => <Input {...wiring} name="reference" maxLength={mostCharacters} autoComplete="off" />}
      </Field>
      <label className="flex min-h-8 items-center gap-2 text-[0.8125rem]/5 pointer-coarse:min-h-11">
        <input type="checkbox" name="showBank" />
        Show the bank and the account’s last 4 digits
      </label>
      {isReplacement && (
        <p className="text-[0.8125rem]/5 text-muted">A new link ends the one that is open.</p>
      )}
      <BusyButton type="submit" variant="primary" size="small" isOff={making.isPending}>
        {making.isPending ? "Creating" : confirm === undefined ? "Create the link" : "Create it all the same"}
      </BusyButton>
    </form>
  );
}

function confirmIn(error: Error | null): { confirmsFile?: string } | undefined {
  const isAsked = error instanceof Problem && error.code === "already_funded";
  return isAsked ? (error.extra.confirm as { confirmsFile?: string }) : undefined;
}
