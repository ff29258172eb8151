import { PageLink } from "#components/ui/page-link";
import { shortBankName } from "#lib/bank/short-bank-name";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import { usualSpans } from "#lib/text/zone-day";
import { spanWords } from "#lib/words/insight-words";
import { type GivenFilters, listHref } from "./list-query";

const presets = ["today", "week", "month", "lastMonth"] as const;
const presetWords = { today: "Today", week: "7 days", month: "This month", lastMonth: "Last month" };

type Props = { given: GivenFilters; bankName: string | undefined; timeZone: string };

/** Days of the business, of which one can be pressed again to go away, and what other pages' links ask for. */
export function ListPresets({ given, bankName, timeZone }: Props) {
  const { account, token, bank, from, to } = given;
  const spans = usualSpans(Date.now(), timeZone);
  const isChosen = (name: (typeof presets)[number]) => from === spans[name].from && to === spans[name].to;
  return (
    <>
      {presets.map((name) => (
        <PageLink
          key={name}
          href={listHref(
            { ...given, ...(isChosen(name) ? { from: undefined, to: undefined } : spans[name]) },
            undefined,
          )}
          scroll={false}
          aria-current={isChosen(name) ? "true" : undefined}
          // Where a phone has no room for it, the dates are among the other filters.
          className={name === "lastMonth" ? "pill max-sm:not-aria-[current]:hidden" : "pill"}
        >
          {presetWords[name]}
        </PageLink>
      ))}
      {(from !== undefined || to !== undefined) && !presets.some(isChosen) && (
        <Removable href={listHref({ ...given, from: undefined, to: undefined }, undefined)} all="days">
          {daysWords(from, to)}
        </Removable>
      )}
      {account !== undefined && (
        <Removable href={listHref({ ...given, account: undefined }, undefined)} all="accounts">
          One account
        </Removable>
      )}
      {token !== undefined && (
        <Removable href={listHref({ ...given, token: undefined }, undefined)} all="tokens">
          {token}, all networks
        </Removable>
      )}
      {bank !== undefined && (
        <Removable href={listHref({ ...given, bank: undefined }, undefined)} all="banks">
          {bankName === undefined ? `Bank ${bank}` : showInvisible(shortBankName(bankName))}
        </Removable>
      )}
    </>
  );
}

type RemovableProps = { href: ReturnType<typeof listHref>; all: string; children: string | string[] };

function Removable({ href, all, children }: RemovableProps) {
  return (
    <PageLink href={href} scroll={false} className="pill border-ink font-semibold outline outline-ink">
      {children} <span aria-hidden="true">×</span>
      <span className="sr-only">: show all {all}</span>
    </PageLink>
  );
}

function daysWords(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `Up to ${writeDay(to ?? "")}`;
  return to === undefined ? `From ${writeDay(from)}` : spanWords({ from, to });
}
