import { Chip } from "#components/chip/chip";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { AccountChange as Change } from "#lib/contract/payees";
import { formatAgo, formatUtc } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";

type Props = {
  change: Change;
  /** The time it is seen at, in milliseconds since 1970. */
  now: number;
};

/** Wherever a payee is chosen, shown or paid, while the change is recent. */
export function AccountChange({ change, now }: Props) {
  const { at, by, agreedBy, from, to } = change;
  return (
    <div className="space-y-1 text-[0.8125rem]/5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1" title={formatUtc(at)}>
        <Chip shape="triangle" tone="warn">
          Account changed{" "}
          {/* What the server has written stays: a browser that reads the time again may be a minute on. */}
          <span suppressHydrationWarning>{formatAgo(at, Math.max(now, Date.parse(at)))}</span>
        </Chip>
        {by !== null && (
          <span className="foreign-text text-muted">
            by {showInvisible(by)}
            {agreedBy !== null && `, agreed by ${showInvisible(agreedBy)}`}
          </span>
        )}
      </p>
      <p className="foreign-text text-muted">
        {from === null ? (
          "Another payee had this name. "
        ) : (
          <>
            Was <AccountEnd {...from} />,{" "}
          </>
        )}
        {from === null ? "Now " : "now "}
        <AccountEnd {...to} />.
      </p>
    </div>
  );
}

/** `First Bank •• 0002`; the whole name as its title, where that says more. */
export function AccountEnd({ bankName, accountLastFour }: Change["to"]) {
  const whole = showInvisible(bankName);
  const short = shortBankName(whole);
  return (
    <>
      <span title={short === whole ? undefined : whole}>{short}</span>{" "}
      <span className="shrink-0 whitespace-nowrap">
        <span className="sr-only">account ending in </span>
        <span aria-hidden="true">••</span> <span className="tabular-nums">{accountLastFour}</span>
      </span>
    </>
  );
}
