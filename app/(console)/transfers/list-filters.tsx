import type { ReactNode } from "react";
import { DayFields } from "#components/form/day-fields";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { Button } from "#components/ui/button";
import { ChevronDown } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import { classNames } from "#lib/text/class-names";
import { writeDay } from "#lib/text/day-text";
import type { FilterFault } from "#lib/text/read-filters";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { statusWords } from "#lib/words/words";
import { FilterForm, MoreFilters, Options } from "./filter-form";
import { ListPresets } from "./list-presets";
import { type GivenFilters, listHref } from "./list-query";
import { SearchField } from "./search-field";

type Props = {
  given: GivenFilters;
  fault?: FilterFault;
  /** Of the bank that is asked for, where a transfer to it was found. */
  bankName?: string | undefined;
  assets: readonly Asset[];
  timeZone: string;
  actions?: ReactNode;
  tabs?: ReactNode;
};

/** The page's title, its search box and its acts in one line; presets and the other filters below. */
export function ListFilters({ given, fault, bankName, assets, timeZone, actions, tabs }: Props) {
  const { q, state, status, asset, account, token, bank, from, to, attention, sort } = given;
  const isOpen = fault !== undefined || [status, attention, sort].some((value) => value !== undefined);
  return (
    <FilterForm given={{ ...given, from: writeDay(from ?? ""), to: writeDay(to ?? "") }}>
      <div className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-2">
        <h1 className="grow lg:grow-0">Transfers</h1>
        <SearchField q={q} without={listHref({ ...given, q: undefined }, undefined)} />
        {actions}
      </div>
      {state !== undefined && <input type="hidden" name="state" defaultValue={state} />}
      {account !== undefined && <input type="hidden" name="account" defaultValue={account} />}
      {token !== undefined && <input type="hidden" name="token" defaultValue={token} />}
      {bank !== undefined && <input type="hidden" name="bank" defaultValue={bank} />}
      {tabs}
      <div className="relative mb-1.5 flex gap-2 max-sm:p-px max-sm:not-has-[details[open]]:overflow-x-auto sm:flex-wrap max-sm:has-[details[open]]:flex-wrap print:hidden">
        <ListPresets given={fault === undefined ? given : {}} bankName={bankName} timeZone={timeZone} />
        <TokenPill assets={assets} asset={asset} />
        <MoreFilters isOpen={isOpen}>
          <OtherFilters given={given} fault={fault} />
        </MoreFilters>
      </div>
    </FilterForm>
  );
}

function TokenPill({ assets, asset }: { assets: readonly Asset[]; asset: string | undefined }) {
  return (
    <span className="relative shrink-0">
      <select
        name="asset"
        aria-label="Token"
        defaultValue={asset ?? ""}
        className={classNames(
          "pill appearance-none pr-8 [field-sizing:content]",
          asset === undefined ? "border-dashed" : "border-ink font-semibold outline outline-ink",
        )}
      >
        <Options of={[["", "Any token"], ...assetOptions(assets, asset)]} />
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-3.5 -translate-y-1/2 text-muted" />
    </span>
  );
}

type OtherFiltersProps = Pick<Props, "given"> & { fault: FilterFault | undefined };

/** Those that take more than a press. */
function OtherFilters({ given, fault }: OtherFiltersProps) {
  const { q, status, asset, from, to, attention, sort } = given;
  const mayGoByAmount = asset !== undefined && q === undefined;
  return (
    <div className="grid w-full grid-cols-2 items-start gap-3 lg:grid-cols-[1fr_1fr_1.2fr_1.2fr_auto_auto] lg:gap-x-2">
      <Field label="Status">
        {(wiring) => (
          <Select {...wiring} name="status" defaultValue={status ?? ""}>
            <Options
              of={[["", "All"], ...transferStatuses.map((each) => [each, statusWords[each].word] as const)]}
            />
          </Select>
        )}
      </Field>
      <Field label="Order">
        {(wiring) => (
          <Select {...wiring} name="sort" defaultValue={sort ?? ""}>
            <option value="">Newest first</option>
            <option value="oldest">Oldest first</option>
            <optgroup
              label={mayGoByAmount ? "By amount" : "By amount (choose one token and clear the search)"}
            >
              <option value="largest" disabled={!mayGoByAmount}>
                Largest first
              </option>
              <option value="smallest" disabled={!mayGoByAmount}>
                Smallest first
              </option>
            </optgroup>
          </Select>
        )}
      </Field>
      <DayFields from={from} to={to} fault={fault} />
      <label className="flex min-h-10 items-center gap-2 lg:mt-6 pointer-coarse:min-h-11">
        <input type="checkbox" name="attention" value="yes" defaultChecked={attention === "yes"} />
        Needs attention
      </label>
      <Button type="submit" className="lg:mt-6">
        Apply
      </Button>
    </div>
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
