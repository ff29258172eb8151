import Form from "next/form";
import { DayFields } from "#components/form/day-fields";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { Button } from "#components/ui/button";
import type { Asset } from "#lib/asset/asset";
import type { transferFilterNames } from "#lib/contract/transfer-list";
import type { FilterFault } from "#lib/text/read-filters";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { statusWords } from "#lib/words/words";

type Props = {
  /** What is in the URL, valid or not. */
  given: { [Name in (typeof transferFilterNames)[number]]?: string | undefined };
  fault?: FilterFault;
  assets: readonly Asset[];
};

export function ListFilters({ given, fault, assets }: Props) {
  const { q, status, asset, from, to, attention } = given;
  return (
    // The key resets the fields when a link changes the URL.
    <Form
      key={JSON.stringify([q, status, asset, from, to, attention])}
      action="/transfers"
      prefetch={false}
      className="mb-4 grid grid-cols-2 items-start gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto] print:hidden"
    >
      <Field label="ID, address, name, amount or last four digits" className="col-span-full lg:col-span-4">
        {(wiring) => (
          <Input
            {...wiring}
            name="q"
            type="search"
            defaultValue={q ?? ""}
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <label className="flex min-h-10 w-fit items-center gap-2 max-lg:col-span-full lg:mt-6 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="attention"
          value="yes"
          defaultChecked={attention === "yes"}
          className="size-4 accent-accent"
        />
        Needs attention
      </label>
      <Field label="Status">
        {(wiring) => (
          <Select {...wiring} name="status" defaultValue={status ?? ""}>
            <option value="">All</option>
            {transferStatuses.map((each) => (
              <option key={each} value={each}>
                {statusWords[each].word}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Token">
        {(wiring) => (
          <Select {...wiring} name="asset" defaultValue={asset ?? ""}>
            <option value="">All</option>
            {assetOptions(assets, asset).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DayFields from={from} to={to} fault={fault} />
      <Button type="submit" className="max-lg:col-span-full lg:mt-6">
        Apply
      </Button>
    </Form>
  );
}

/** Includes a token that is asked for though the table no longer has it. */
function assetOptions(assets: readonly Asset[], asked: string | undefined): [string, string][] {
  const known = assets.map(({ asset, fromCurrency, networkName }): [string, string] => [
    asset,
    `${fromCurrency} on ${networkName}`,
  ]);
  const isKnown = asked === undefined || assets.some(({ asset }) => asset === asked);
  return isKnown ? known : [...known, [asked, asked]];
}
