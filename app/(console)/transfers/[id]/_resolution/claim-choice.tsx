import type { UseFormRegisterReturn } from "react-hook-form";
import { FieldError } from "#components/form/field-error";
import { Address } from "#components/transfer/address";
import type { Claim } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { whoGave } from "./who-gave";

type Props = {
  id: string;
  claims: readonly Claim[];
  field: UseFormRegisterReturn;
  error: string | undefined;
};

export function ClaimChoice({ id, claims, field, error }: Props) {
  const errorId = `${id}-error`;
  const choices = claims.flatMap((claim) =>
    claim.address === null ? [] : [{ ...claim, address: claim.address }],
  );
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="space-y-2">
      <legend className="mb-2 font-medium">The address that the service says is right</legend>
      {choices.map((claim, place) => (
        <label
          key={claim.event}
          className="flex gap-3 rounded-lg border border-line-strong px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft forced-colors:has-checked:border-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            {...field}
            id={place === 0 ? id : undefined}
            type="radio"
            value={claim.event}
            className="mt-0.5 shrink-0 outline-none"
          />
          <span className="min-w-0">
            <Address address={showInvisible(claim.address)} className="text-[0.8125rem]/6" />
            <span className="foreign-text block text-[0.8125rem]/5 text-muted">
              Given by: {whoGave(claim)}
            </span>
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
