import { Fragment, type ReactNode } from "react";
import { Chip } from "#components/chip/chip";
import { StatusChip } from "#components/transfer/status-chip";
import { ChevronRight } from "#components/ui/icon";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import { lastFour } from "#lib/money/format";
import { formatAge } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { transferTitle } from "#lib/words/transfer-text";
import { describeStanding, describeStatus, sourceWords, taughtSentence } from "#lib/words/words";
import { ZonedTime } from "../zoned-time";
import { Age } from "./age";
import { DepositChip } from "./deposit-chip";
import { StatusAnnouncement } from "./status-announcement";

type Props = {
  transfer: TransferWithEvents;
  networkName: string;
  timeZone: string;
  actions: ReactNode;
};

/** What the transfer is, how it stands, and what can be done with it. */
export function Head({ transfer, networkName, timeZone, actions }: Props) {
  const creator = transfer.evidence.find(({ kind }) => kind === "requested")?.person;
  const source = sourceWords[transfer.statusSource];
  return (
    // The payment advice has a title of its own on paper.
    <div className={transfer.status === "paid" ? "print:hidden" : undefined}>
      <PageLink
        href="/transfers"
        className="-mt-2 inline-flex min-h-7 items-center gap-1 text-[0.8125rem]/5 text-muted hover:text-ink hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ChevronRight aria-hidden className="size-4 rotate-180" />
        Transfers
      </PageLink>
      <PageHeader
        title={
          <>
            {/* Heard first after a creation; the eye has the chip. */}
            <span translate="no" className="sr-only select-none">
              {`${describeStanding(transfer).word}: `}
            </span>
            <span translate="no">
              <TitleInHalves text={transferTitle(transfer)} />
            </span>
            {transfer.quote !== null && <span className="text-sm font-normal text-muted"> estimate</span>}
          </>
        }
        beside={
          <>
            <span title={`Status from ${inSentence(source)}`} className="inline-flex min-w-0">
              <StatusChip transfer={transfer} />
            </span>
            <DepositChip transfer={transfer} networkName={networkName} />
            {transfer.matchedAt !== null && (
              <Chip shape="tick" tone="ok">
                Matched
              </Chip>
            )}
          </>
        }
        lead={
          <>
            To{" "}
            <span translate="no">
              {transfer.accountName}, {shortBankName(showInvisible(transfer.bankName))}
            </span>{" "}
            <span className="sr-only">account ending in</span>
            <span aria-hidden="true">••</span> <span translate="no">{lastFour(transfer.accountNumber)}</span>.
            Created{" "}
            <Age
              at={transfer.createdAt}
              drawn={formatAge(transfer.createdAt, Date.now(), timeZone)}
              timeZone={timeZone}
            >
              <ZonedTime at={transfer.createdAt} timeZone={timeZone} />
            </Age>
            {creator != null && ` by ${creator}`}
            {transfer.taughtWords.map((taught) => `. ${taughtSentence(taught)}`)}
            {transfer.standing.chip !== "status" && `. The service’s word: ${describeStatus(transfer).word}`}
            {/* One text: a word in two is read as two. */}
            <span className="sr-only print:not-sr-only">{`. Status from ${inSentence(source)}`}</span>.
          </>
        }
        actions={actions}
        isMenu
      />
      <StatusAnnouncement word={describeStanding(transfer).word} source={source} />
    </div>
  );
}

function inSentence(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Breaks between the two amounts before it breaks inside one. */
function TitleInHalves({ text }: { text: string }) {
  const [sent = "", ...rest] = text.split(" \u2192 ");
  return [
    <span key="sent" className="inline-block">
      {sent}
    </span>,
    ...rest.map((received) => (
      <Fragment key="received">
        {" \u2192 "}
        <span className="inline-block">{received}</span>
      </Fragment>
    )),
  ];
}
