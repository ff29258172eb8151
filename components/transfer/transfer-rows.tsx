"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Fragment, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { Change, Live } from "#lib/browser/live-rows";
import { serveRows } from "#lib/browser/table-rows";
import { statusLooks } from "#lib/words/status-looks";
import type { Row } from "./row";
import { useLiveRows } from "./use-live-rows";

const NewerRows = lazyPart(() => import("./newer-rows").then(({ NewerRows }) => NewerRows));

type Props = {
  rows: readonly Row[];
  caption: string;
  timeZone: string;
  /** Where all rows have the same: it is said once. */
  currency?: string;
  isWide: boolean;
  /** The rows follow reports. */
  live?: Live;
  /** The drawings that the rows refer to. */
  children: ReactNode;
};

/** One script serves all rows: it opens, copies, moves by keys, and tells how long ago. */
export function TransferRows({ rows, caption, timeZone, currency, live, isWide, children }: Props) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const { changes, newer } = useLiveRows(rows, live, setSaid);

  useEffect(() => {
    if (box.current === null) return;
    return serveRows(box.current, { timeZone, say: setSaid, open: (path) => router.push(path as Route) });
  }, [router, timeZone]);

  return (
    <div ref={box} data-rows className="relative">
      {children}
      {newer !== undefined && (
        <Suspense>
          <NewerRows box={box}>{newer}</NewerRows>
        </Suspense>
      )}
      <table className={isWide ? "tt tt-wide" : "tt"}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="tt-time">
              Created
            </th>
            <th scope="col">Recipient</th>
            {isWide && <WideHead />}
            <th scope="col" className="tt-state">
              Status
            </th>
            <th scope="col" className="tt-sent">
              Amount
            </th>
            <th scope="col" className="tt-gets">
              {currency === undefined ? "Recipient gets" : `Recipient gets, ${currency}`}
            </th>
            <th scope="col" className="tt-id">
              ID
            </th>
          </tr>
        </thead>
        <tbody translate="no">
          {rows.map((row) => (
            <TransferRow key={row.id} {...{ row, change: changes[row.id], currency, isWide }} />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** A longer name may be cut off. */
const longestShown = 24;

function WideHead() {
  return (
    <>
      <th scope="col">Payee</th>
      <th scope="col">Reference</th>
    </>
  );
}

type RowProps = {
  row: Row;
  change: Change | undefined;
  currency: string | undefined;
  isWide: boolean;
};

function TransferRow({ row, change, currency, isWide }: RowProps) {
  const { id, name, sent, token, gets } = row;
  const { word, group } = change ?? row;
  const { shape, tone } = statusLooks[group];
  const short = id.slice(0, 8);
  return (
    <tr className={change?.was === undefined ? undefined : "tt-changed"}>
      <td className="tt-time">
        <time dateTime={row.at}>{row.age}</time>
      </td>
      <th scope="row" className="tt-who">
        <span>
          <a
            href={`/transfers/${id}`}
            aria-label={`${name}, ${sent} ${token}, ${word.toLowerCase()}`}
            // It covers the row, so it stands for the titles inside; a listener hears it after the name.
            title={`${name.length > longestShown ? `${name}. ` : ""}${row.fullBank ?? row.bank}. Created ${row.time}`}
          >
            {underlined(name, row.nameParts)}
          </a>
          <span className="tt-bank">{underlined(row.bank, row.bankParts)}</span>
          <span className="tt-end">
            <span className="sr-only">account ending in </span>
            {row.end}
          </span>
        </span>
      </th>
      {isWide && (
        <>
          <td>{row.payee}</td>
          <td>{row.reference}</td>
        </>
      )}
      <td className="tt-state">
        <span className="tone tt-chip" data-tone={tone}>
          <svg aria-hidden="true">
            <use href={`#m-${shape}`} />
          </svg>
          {word}
        </span>
        {change?.was !== undefined && <span className="tt-was">was {change.was}</span>}
      </td>
      <td className={sent.length > 12 ? "tt-sent tt-long" : "tt-sent"}>
        <b>{sent}</b> <i>{token}</i>
      </td>
      <td className={(gets?.length ?? 0) > 16 ? "tt-gets tt-long" : "tt-gets"}>
        {`${gets ?? "Not quoted"} `}
        {gets !== undefined && (
          <i className={currency === undefined ? "tt-cur" : undefined}>{currency ?? row.currency}</i>
        )}
      </td>
      <td className="tt-id">
        {short}
        <button type="button" className="tt-copy" aria-label={`Copy ID ${short}`} />
      </td>
    </tr>
  );
}

function underlined(text: string, parts: Row["nameParts"] = []): ReactNode {
  if (parts.length === 0) return text;
  const ends = [0, ...parts.map(([start, length]) => start + length)];
  return (
    <>
      {parts.map(([start, length], at) => (
        <Fragment key={start}>
          {text.slice(ends[at], start)}
          <mark>{text.slice(start, start + length)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
