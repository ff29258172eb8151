import { Fragment, type ReactNode } from "react";
import { Chip } from "#components/chip/chip";
import { Silhouette } from "#components/chip/silhouette";
import { type Marker, rowOf } from "#components/transfer/row";
import { BookUser, ChevronRight, Plus, ScrollText, Search } from "#components/ui/icon";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { Transfer } from "#lib/contract/api";
import { formatAgo } from "#lib/text/format-time";
import { matchedParts, type Part } from "#lib/text/matched-parts";
import { plainWords } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";
import { statusLooks } from "#lib/words/status-looks";
import type { Option } from "./options";

type Props = { option: Option; typed: string; timeZone: string };

export function OptionRow({ option, typed, timeZone }: Props) {
  const words = plainWords(typed);
  const mark: Marker = (text) => matchedParts(text, words);
  if (option.kind === "transfer")
    return <TransferRow transfer={option.transfer} mark={mark} timeZone={timeZone} />;
  if (option.kind === "payee") return <PayeeRow {...option} mark={mark} />;
  const Icon =
    option.kind === "list" || option.kind === "view"
      ? Search
      : option.kind === "export"
        ? ScrollText
        : option.path === "/transfers/new"
          ? Plus
          : ChevronRight;
  return (
    <>
      <Icon className="size-4 shrink-0" />
      <span className="foreign-text min-w-0 grow truncate">{option.words}</span>
      {"keys" in option && <KeyNames keys={option.keys} />}
    </>
  );
}

function TransferRow({ transfer, mark, timeZone }: { transfer: Transfer; mark: Marker; timeZone: string }) {
  const row = rowOf(transfer, { now: Date.now(), timeZone, mark });
  const { shape, tone } = statusLooks[row.group];
  return (
    <>
      <span className="tone shrink-0 bg-transparent! p-0!" data-tone={tone}>
        <Silhouette shape={shape} />
      </span>
      <span translate="no" className="foreign-text min-w-0 truncate">
        {underlined(row.name, row.nameParts)}
      </span>
      <span className="min-w-0 shrink-0 text-[0.8125rem] text-muted max-sm:hidden">
        {underlined(row.bank, row.bankParts)} <span className="sr-only">account ending in </span>
        <span aria-hidden="true">••{"\u2009"}</span>
        {row.end}
      </span>
      <span className="sr-only">, {row.word.toLowerCase()},</span>
      <span className="ml-auto shrink-0 text-[0.8125rem] tabular-nums">
        {row.sent} {row.token} <span className="text-xs text-muted">· {row.age}</span>
      </span>
    </>
  );
}

type PayeeProps = Pick<Extract<Option, { kind: "payee" }>, "payee" | "isPaid"> & { mark: Marker };

function PayeeRow({ payee: { name, bankName, accountLastFour, change }, isPaid, mark }: PayeeProps) {
  const Icon = isPaid ? Plus : BookUser;
  const shown = showInvisible(name);
  return (
    <>
      <Icon className="size-4 shrink-0" />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 py-1">
        <span translate="no" className="foreign-text min-w-0 truncate">
          {isPaid && "New transfer to "}
          {underlined(shown, mark(shown))}
        </span>
        <span className="min-w-0 shrink-0 text-[0.8125rem] text-muted" title={bankName}>
          {shortBankName(bankName)} <span className="sr-only">account ending in </span>
          <span aria-hidden="true">••{"\u2009"}</span>
          {accountLastFour}
        </span>
        {change !== null && (
          <span className="ml-auto shrink-0">
            <Chip shape="triangle" tone="warn">
              Changed {formatAgo(change.at, Math.max(Date.now(), Date.parse(change.at)))}
            </Chip>
          </span>
        )}
      </span>
    </>
  );
}

function underlined(text: string, parts: readonly Part[] = []): ReactNode {
  const ends = [0, ...parts.map(([start, length]) => start + length)];
  return (
    <>
      {parts.map(([start, length], at) => (
        <Fragment key={start}>
          {text.slice(ends[at], start)}
          <mark className="bg-accent-soft text-inherit underline decoration-accent decoration-2 underline-offset-4">
            {text.slice(start, start + length)}
          </mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** `g t` as two caps. */
function KeyNames({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 gap-1">
      {keys.split(" ").map((key) => (
        <kbd key={key} className="keycap">
          {key}
        </kbd>
      ))}
    </span>
  );
}
