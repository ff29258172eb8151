"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Cell, ColumnHead, Table } from "#components/ui/table";
import { indexBanks, searchBanks } from "#lib/bank/bank-search";
import { useIsAlive } from "#lib/browser/is-alive";
import type { BankList } from "#lib/contract/api";
import { showInvisible } from "#lib/text/visible-text";
import { lostBanksWords } from "#lib/words/lost-banks";
import { findSharedCodes } from "./shared-codes";

type Props = {
  list: BankList;
  /** Drawn by the server: formatting a time is slow in a browser. */
  fetchedAt: ReactNode;
};

/** More than a screen shows. */
const rowsAtOnce = 40;

/** The filter is in the URL, so a reload keeps it and a link carries it. */
export function BankDirectory({ list, fetchedAt }: Props) {
  const path = usePathname();
  const [query, setQuery] = useState(useSearchParams().get("find") ?? "");
  const search = useDeferredValue(query);
  const { banks, isStale, skipped, lost } = list;
  const rows = useMemo(() => {
    const shared = findSharedCodes(banks);
    return banks.map((bank, place) => ({ ...bank, place, others: shared[place] ?? [] }));
  }, [banks]);
  const index = useMemo(() => indexBanks(rows), [rows]);
  const found = searchBanks(index, search);
  const shown = useAllInTime(found);
  const sharedCount = rows.filter(({ others }) => others.length > 0).length;

  function find(text: string) {
    setQuery(text);
    const params = text.trim() === "" ? "" : `?${new URLSearchParams({ find: text })}`;
    window.history.replaceState(null, "", path + params);
  }

  return (
    <div className="max-w-3xl space-y-4">
      {isStale && (
        <Notice kind="warn" title="This list may be out of date">
          The service didn’t return a new one. This is its list from {fetchedAt}.
        </Notice>
      )}
      {lost !== undefined && (
        <Notice kind="warn" title="The newest list may be cut off">
          {lostBanksWords({ fetchedAt: list.fetchedAt, lost })}
        </Notice>
      )}
      {skipped > 0 && (
        <Notice kind="info" title={`${skipped} ${skipped === 1 ? "row was" : "rows were"} left out`}>
          The service sent them without a usable code and name, so you can’t choose them.
        </Notice>
      )}
      <Field label="Filter by name, code or common short name" className="max-w-sm">
        {(wiring) => (
          <Input
            {...wiring}
            type="search"
            value={query}
            onChange={(event) => find(event.target.value)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <p className="text-muted">
        <span role="status">
          {search.trim() === "" ? `${rows.length} banks` : `${found.length} of ${rows.length} banks`}
        </span>
        . {!isStale && <>As of {fetchedAt}.</>}{" "}
        {sharedCount > 0 &&
          `${sharedCount} names share a code with another bank. The service gets only the code, so it can’t tell them apart.`}
      </p>
      <Card isFlush>
        {found.length === 0 ? (
          <EmptyState
            title="No bank matches"
            action={<Button onClick={() => find("")}>Show all banks</Button>}
          >
            No name, code or common short name matches “{search.trim()}”.
          </EmptyState>
        ) : (
          <BankTable rows={shown} />
        )}
      </Card>
    </div>
  );
}

type BankEntry = { place: number; name: string; code: string; others: readonly string[] };

function BankTable({ rows }: { rows: readonly BankEntry[] }) {
  return (
    <Table caption="Banks">
      <thead>
        <tr>
          <ColumnHead>Name</ColumnHead>
          <ColumnHead>Code</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, name, code, others }) => (
          <tr key={place}>
            <Cell className="foreign-text">
              {showInvisible(name)}
              {others.length > 0 && (
                <span className="block text-xs text-muted">
                  Same code: {showInvisible(others.join(", "))}
                </span>
              )}
            </Cell>
            <Cell className="w-40 font-mono text-[0.8125rem]">{code}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Hundreds of rows at once would delay hydration: the first rows, then all. */
function useAllInTime<Row>(rows: Row[]): Row[] {
  // Deferred, so that the many are drawn in parts.
  const isAlive = useDeferredValue(useIsAlive());
  return isAlive ? rows : rows.slice(0, rowsAtOnce);
}
