import { Combobox } from "@base-ui/react/combobox";
import type { UseQueryResult } from "@tanstack/react-query";
import { BusyButton } from "#components/ui/busy-button";
import { Skeleton } from "#components/ui/skeleton";
import type { BankList } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import { classNames } from "#lib/text/class-names";
import { lostBanksWords } from "#lib/words/lost-banks";

type Props = {
  query: UseQueryResult<BankList>;
  found: number;
  shown: number;
  typed: string;
  /** The button disappears on success, so the focus moves elsewhere. */
  onRetry: () => void;
};

export function BankListState({ query, found, shown, typed, onRetry }: Props) {
  if (query.isPending) {
    return (
      <div className="space-y-2 p-3">
        <Combobox.Status className="text-[0.8125rem]/5 text-muted">
          Loading the service’s banks
        </Combobox.Status>
        {["w-2/3", "w-1/2", "w-3/5", "w-2/5"].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    );
  }
  if (query.data === undefined) {
    const detail = query.error instanceof Problem ? query.error.detail : "";
    return (
      <div role="alert" className="space-y-2 p-4">
        <p className="font-semibold">Couldn’t load the banks</p>
        <p className="foreign-text text-muted">{detail.replace(/ ?Nothing was created\./, "")}</p>
        <BusyButton size="small" onClick={onRetry} isOff={query.isFetching}>
          Try again
        </BusyButton>
      </div>
    );
  }
  const { isStale, skipped, fetchedAt, lost } = query.data;
  return (
    <>
      {isStale && (
        <p className="shrink-0 bg-warn-soft px-3 py-2 text-[0.8125rem]/5 text-warn">
          The service didn’t return a list. This is its last one, from{" "}
          {fetchedAt.slice(0, 16).replace("T", " ")} UTC.
        </p>
      )}
      {lost !== undefined && (
        <p className="shrink-0 bg-warn-soft px-3 py-2 text-[0.8125rem]/5 text-warn">
          {lostBanksWords({ fetchedAt, lost })}
        </p>
      )}
      <Combobox.Status
        className={classNames(
          "shrink-0 px-3 pt-2",
          found === 0 ? "text-sm font-semibold" : "text-xs text-muted",
        )}
      >
        {countWords(found, shown, typed)}
        {skipped > 0 && ` ${skipped} rows without a usable code and name were left out.`}
      </Combobox.Status>
      {found === 0 && (
        <p className="px-3 pt-1 pb-4 text-muted">
          Try a part of the name, a short name such as GTB, or the code. Only banks on the service’s list can
          be paid.
        </p>
      )}
    </>
  );
}

function countWords(found: number, shown: number, typed: string): string {
  if (found === 0) return `No bank matches \u201c${typed.trim()}\u201d.`;
  const of = typed.trim() === "" ? "banks" : "matching banks";
  if (found > shown) return `The first ${shown} of ${found} ${of}. Type to find others.`;
  return found === 1 ? "One matching bank" : `${found} ${of}`;
}
