import type { ReactNode } from "react";
import { DayFields } from "#components/form/day-fields";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { Button } from "#components/ui/button";
import { PageTitle } from "#components/ui/page-header";
import { PressButton } from "#components/ui/press-button";
import type { Asset } from "#lib/asset/asset";
import { type GivenFilters, transferFilterNames } from "#lib/contract/transfer/filter-names";
import { writeDay } from "#lib/text/day-text";
import type { FilterFault } from "#lib/text/read-filters";
import { transferStatuses } from "#lib/transfer/transfer-status";
import { statusWords } from "#lib/words/words";
import { type FilterNames, setPills } from "./_pills/pill-words";
import { AddPill, Pills } from "./_pills/pills";
import { FilterForm, MoreFilters, Options } from "./filter-form";
import { listHref } from "./list-href";
import { SearchField } from "./search-field";

type Props = {
  given: GivenFilters;
  fault?: FilterFault;
  /** What the bank, the payee and the person that are asked for are called. */
  names?: FilterNames;
  assets: readonly Asset[];
  actions?: ReactNode;
  tabs?: ReactNode;
  /** Whether the person names lists for everybody, too. */
  mayShare: boolean;
};

/** The page's title and its acts in one line; below, in what stays at the top, the tabs, the search and the filters. */
export function ListFilters({ given, fault, names = {}, assets, actions, tabs, mayShare }: Props) {
  const { q, status, asset, from, to, attention, sort } = given;
  const further = [status, asset, attention, sort].filter((value) => value !== undefined).length;
  const networks = new Map(assets.map(({ network, networkName }) => [network, networkName]));
  const shown = fault === undefined ? given : {};
  return (
    // Without a box of its own, so that its head stays at the top beside what comes after it.
    <FilterForm given={{ ...given, from: writeDay(from ?? ""), to: writeDay(to ?? "") }} className="contents">
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-2">
        <PageTitle className="grow">Transfers</PageTitle>
        {actions}
      </div>
      {hidden.map(
        (name) =>
          given[name] !== undefined && (
            <input key={name} type="hidden" name={name} defaultValue={given[name]} />
          ),
      )}
      <div data-list-head data-wide data-filters={JSON.stringify(shown)} className="list-head">
        {tabs}
        <div className="relative flex gap-2 pb-1.5 max-sm:flex-col sm:flex-wrap sm:items-center print:hidden">
          <SearchField q={q} without={listHref({ ...given, q: undefined })} />
          <div className="flex gap-2 max-sm:-mx-4 max-sm:px-4 max-sm:py-px max-sm:not-has-[details[open]]:overflow-x-auto sm:contents max-sm:has-[details[open]]:flex-wrap">
            <Pills set={setPills(shown, names, networks)} />
            <MoreFilters isOpen={fault !== undefined || further > 0}>
              <summary className={`pill w-fit select-none ${further === 0 ? "border-dashed" : "pill-set"}`}>
                More
                {/* The word itself is room for a filter that is set. */}
                <span className="xl:max-2xl:sr-only"> filters</span>
                {further > 0 && `: ${further}`}
              </summary>
              <div className="pt-2">
                <OtherFilters given={given} fault={fault} assets={assets} />
              </div>
            </MoreFilters>
            <PressButton
              data-pill="views"
              data-may-share={mayShare ? "yes" : undefined}
              aria-haspopup="dialog"
              className="pill font-semibold"
            >
              {transferFilterNames.some((name) => given[name] !== undefined) ? "Save view" : "Views"}
            </PressButton>
          </div>
        </div>
      </div>
    </FilterForm>
  );
}

/** What has no field of its own. */
const hidden = [
  ...(["state", "account", "token", "bank", "network", "payee", "person", "batch"] as const),
  ...(["min", "max", "days", "received", "reason"] as const),
];

type OtherFiltersProps = Pick<Props, "given" | "assets"> & { fault: FilterFault | undefined };

/** Those that few lists need: the others, with the search, are one line. */
function OtherFilters({ given, fault, assets }: OtherFiltersProps) {
  const { q, status, asset, from, to, attention, received, reason, sort } = given;
  const mayGoByAmount = asset !== undefined && q === undefined;
  return (
    <div className="grid w-full grid-cols-2 items-start gap-3 lg:grid-cols-4">
      <Field label="Status">
        {(wiring) => (
          <Select {...wiring} name="status" defaultValue={status ?? ""}>
            <Options
              of={[["", "All"], ...transferStatuses.map((each) => [each, statusWords[each].word] as const)]}
            />
          </Select>
        )}
      </Field>
      <Field label="Token">
        {(wiring) => (
          <Select {...wiring} name="asset" defaultValue={asset ?? ""}>
            <Options of={[["", "Any token"], ...assetOptions(assets, asset)]} />
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
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 lg:mt-6 pointer-coarse:min-h-11">
        <label className="flex items-center gap-2">
          <input type="checkbox" name="attention" value="yes" defaultChecked={attention === "yes"} />
          Needs attention
        </label>
        {/* Once it is set it stands with the others that are. */}
        {reason === undefined && <AddPill kind="reason" />}
        {received === undefined && <AddPill kind="received" />}
      </div>
      <DayFields from={from} to={to} fault={fault} />
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
