import type { ReactNode } from "react";
import { Chip } from "#components/chip/chip";
import { StatusChip } from "#components/transfer/status-chip";
import { ChevronRight } from "#components/ui/icon";
import { backInGutter, PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { shortBankName } from "#lib/bank/short-bank-name";
import type { TransferWithEvents } from "#lib/contract/api";
import { lastFour } from "#lib/money/format";
import { formatAge } from "#lib/text/format-time";
import { inSentence } from "#lib/text/in-sentence";
import { showInvisible } from "#lib/text/visible-text";
import { payoutTitle } from "#lib/words/transfer-text";
import { describeStanding, sourceWords, taughtSentence, wordOfService } from "#lib/words/words";
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
  const said = wordOfService(transfer);
  const creator = transfer.evidence.find(({ kind }) => kind === "requested");
  const source = sourceWords[transfer.statusSource];
  return (
    // The payment advice has a title of its own on paper.
    <div className={transfer.status === "paid" ? "print:hidden" : undefined}>
      <PageHeader
        back={
          <PageLink
            href="/transfers"
            aria-label="Back to the transfers"
            className={`icon-button ${backInGutter}`}
          >
            <ChevronRight aria-hidden className="size-4 rotate-180" />
          </PageLink>
        }
        title={
          <>
            {/* Heard first after a creation; the eye has the chip. */}
            <span translate="no" className="sr-only select-none">
              {`${describeStanding(transfer).word}: `}
            </span>
            {/* Whole on hover: the bar of a phone has one line. */}
            <span translate="no" title={`${describeStanding(transfer).word}: ${payoutTitle(transfer)}`}>
              {payoutTitle(transfer)}
            </span>
          </>
        }
        beside={
          <>
            <span title={`Status from ${inSentence(source)}`} className="inline-flex min-w-0">
              <StatusChip transfer={transfer} />
            </span>
            <DepositChip transfer={transfer} networkName={networkName} />
            {transfer.received.length > 0 && transfer.standing.reason !== "received_differs" && (
              <Chip shape="tick" tone="ok">
                Received
              </Chip>
            )}
          </>
        }
        lead={
          <>
            <span translate="no">{shortBankName(showInvisible(transfer.bankName))}</span>{" "}
            <span className="sr-only">account ending in</span>
            <span aria-hidden="true">••</span> <span translate="no">{lastFour(transfer.accountNumber)}</span>
            {transfer.reference !== null && (
              <>
                {" · "}
                <span translate="no">{showInvisible(transfer.reference)}</span>
              </>
            )}
            {" · created "}
            <Age
              at={transfer.createdAt}
              drawn={formatAge(transfer.createdAt, Date.now(), timeZone)}
              timeZone={timeZone}
            >
              <ZonedTime at={transfer.createdAt} timeZone={timeZone} />
            </Age>
            {creator?.person != null && (
              <span title={creator.personEmail ?? undefined}>{` by ${showInvisible(creator.person)}`}</span>
            )}
            {transfer.taughtWords.map((taught) => `. ${taughtSentence(taught)}`)}
            {transfer.standing.chip !== "status" && said !== undefined && `. The service’s word: ${said}`}
            {/* One text: a word in two is read as two. */}
            <span className="sr-only print:not-sr-only">{`. Status from ${inSentence(source)}.`}</span>
          </>
        }
        actions={actions}
      />
      <StatusAnnouncement word={describeStanding(transfer).word} source={source} />
    </div>
  );
}
