import type { ReactNode } from "react";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import { formatFiat } from "#lib/money/format";
import { env } from "#lib/server/config/env";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import type { ListedDeposit } from "#lib/server/standing/deposit-facts";
import type { Bar } from "#lib/transfer/standing/invitation";
import { chainWords } from "#lib/words/deposit/chain-words";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { questionText } from "#lib/words/trouble/question";
import type { Trouble } from "#lib/words/trouble/trouble";
import { readingOf } from "../_deposit/folded-chain";
import { RecordActs } from "../_records/record-acts";
import { possibleRecords } from "../_records/records";
import { Twins } from "../attention-notices";
import { FoldRow } from "./fold-row";
import { TroubleCard } from "./trouble-card";
import { AddressRow, AlsoRow, CopyQuestion, NetworkRow, QuestionRow, SaidRow } from "./trouble-rows";

type Props = {
  transfer: TransferWithEvents;
  trouble: Trouble;
  asset: Asset | undefined;
  networkName: string;
  /** What else can be done, after the question. */
  ways: ReactNode;
  /** Its facts, where no card of their own has them. */
  details: ReactNode;
  /** What came, at whichever address. */
  deposits: readonly ListedDeposit[];
};

/** The card of a transfer that isn't well: it takes the place of the deposit, of the network's line and of the details. */
export async function TroubleNews({ transfer, trouble, asset, networkName, ...parts }: Props) {
  const { ways, details, deposits } = parts;
  const { timeZone, isSandbox, depositWindowMs } = env();
  const { question } = trouble;
  const text = question && questionText(transfer, question, { networkName, isSandbox });
  const words = chainWords(transfer, {
    networkName,
    windowMs: depositWindowMs,
    isNetworkWatched: isNetworkWatched(transfer.network),
  });
  return (
    <TroubleCard
      transfer={transfer}
      trouble={trouble}
      timeZone={timeZone}
      acts={
        <RecordActs
          id={transfer.id}
          possible={possibleRecords(transfer).filter((kind) => kind === "handled")}
          className="print:hidden"
        >
          {text && <CopyQuestion text={text} />}
          {trouble.reason === "seen_twice" && <Twins transfer={transfer} />}
          {ways}
        </RecordActs>
      }
      rows={
        <>
          {text && <QuestionRow text={text} />}
          <SaidRow transfer={transfer} timeZone={timeZone} />
          {depositPhase(transfer) !== "none" && (
            <NetworkRow
              {...{ transfer, asset, networkName, timeZone, words }}
              deposits={deposits}
              reading={await readingOf(transfer.network)}
            />
          )}
          <TheAddress transfer={transfer} asset={asset} networkName={networkName} />
          <AlsoRow transfer={transfer} trouble={trouble} />
          {details && (
            <FoldRow term="Details" glance={<Glance transfer={transfer} />}>
              {details}
            </FoldRow>
          )}
        </>
      }
    />
  );
}

/** Where two sources differ about it, nobody sees one; and what is none has a notice of its own. */
const untold: readonly Bar[] = [
  ...(["two_addresses", "address_changed", "doubt_of_address", "no_address", "invalid_address"] as const),
];

function TheAddress({ transfer, asset, networkName }: Pick<Props, "transfer" | "asset" | "networkName">) {
  const { address, standing } = transfer;
  const { closedBy } = standing;
  if (address === null || closedBy === null || untold.includes(closedBy)) return null;
  return <AddressRow address={address} asset={asset} networkName={networkName} />;
}

function Glance({ transfer: { quote, currency } }: Pick<Props, "transfer">) {
  return (
    <>
      {quote === null ? (
        <span className="text-muted">not quoted</span>
      ) : (
        <>
          <span className="font-medium" translate="no">
            {formatFiat(quote.outputAmount)} {currency}
          </span>{" "}
          <span className="text-muted">as quoted</span>
        </>
      )}
      <span className="text-muted"> · rate, fee, account, IDs</span>
    </>
  );
}
