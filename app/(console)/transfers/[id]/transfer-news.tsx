import type { ComponentProps, ReactNode } from "react";
import { ChainLine } from "#components/transfer/chain-line";
import { Deposit, isInvited, isPast } from "#components/transfer/deposit";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { Wallet } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import { may, type Role } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import { type ListedDeposit, listDeposits } from "#lib/server/standing/deposit-facts";
import { formatTime } from "#lib/text/format-time";
import { dayOf } from "#lib/text/zone-day";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { DepositList } from "./_deposit/deposit-list";
import { isFolded, readingOf } from "./_deposit/folded-chain";
import { PaymentAdvice } from "./_facts/payment-advice";
import { FundingNotice } from "./_funding/funding-notice";
import { walletAsked } from "./_funding/wallet-asked";
import { PayFromWallet, WalletFunding, WalletGround } from "./_funding/wallet-funding";
import { RecordActs } from "./_records/record-acts";
import { possibleRecords } from "./_records/records";
import { Claims } from "./_resolution/claims";
import { StandingButton, StandingOutcome } from "./_standing/standing-ground";
import { WordsLink } from "./_standing/words-link";
import { AttentionNotices } from "./attention-notices";
import { depositDiffers } from "./deposit-differs";
import { FlagNotices } from "./flag-notices";
import { SubmissionNotice } from "./submission-notice";

type Props = {
  transfer: TransferWithEvents;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  role: Role;
  /** For the service, as in the menu. */
  summary: string;
  /** Beside the buttons of the payment advice. */
  after: ReactNode;
};

/** What became of the transfer, and what to do next. */
export async function TransferNews({ transfer, asset, role, summary, after }: Props) {
  const mayFund = may(role, "fund");
  const { timeZone, isSandbox, depositWindowMs } = env();
  const networkName = asset?.networkName ?? transfer.network;
  const isPaid = transfer.status === "paid";
  const hasNews = !["off", "none", "blind"].includes(transfer.deposit.label);
  const isPart = !hasNews && isInvited(transfer);
  // What the service said last comes first where the network says the same.
  const isFirst = hasNews && !(isPaid && transfer.deposit.label === "exact");
  const differs = depositDiffers(transfer);
  const opener = may(role, "resolve") && transfer.standing.canOpen && <OpenAgain />;
  const words = <WordsLink transfer={transfer} mayTeach={may(role, "teach_words")} />;
  const acts = <Dealings transfer={transfer} summary={summary} opener={opener} />;
  const deposits = await listDeposits(transfer);
  const list = deposits.length > 0 && !isOnAdvice(transfer, deposits) && (
    <DepositList {...{ deposits, asset, timeZone }} />
  );
  const chainLine = depositPhase(transfer) !== "none" && !isFolded(transfer) && (
    <ChainLine
      transfer={transfer}
      asset={asset}
      isPart={isPart}
      windowMs={depositWindowMs}
      reading={await readingOf(transfer.network)}
      isNetworkWatched={isNetworkWatched(transfer.network)}
      timeZone={timeZone}
      list={!isPast(transfer) && list}
      acts={differs === "network" && acts}
    />
  );
  const asked = mayFund ? walletAsked(transfer, asset) : undefined;
  return (
    <WalletGround>
      <StandingOutcome />
      <AttentionNotices transfer={transfer} />
      <FlagNotices transfer={transfer} words={words} />
      <SubmissionNotice transfer={transfer} />
      {isFirst && chainLine}
      <FundingNotice transfer={transfer} asset={asset} timeZone={timeZone} />
      {isPaid ? (
        <PaymentAdvice
          transfer={transfer}
          asset={asset}
          networkName={networkName}
          timeZone={timeZone}
          isSandbox={isSandbox}
          deposits={deposits.filter(isAsAsked)}
          after={after}
        />
      ) : (
        <Deposit
          transfer={transfer}
          asset={asset}
          isSandbox={isSandbox}
          window={windowOf(transfer.standing.until ?? transfer.createdAt, depositWindowMs, timeZone)}
          chain={isPart && chainLine}
          wallet={asked && <FromWallet asked={asked} />}
          list={list}
          acts={differs === "service" && acts}
          ways={
            differs === undefined && (
              <>
                {opener}
                {words}
              </>
            )
          }
        />
      )}
      {mayFund && <WalletFunding id={transfer.id} fundingId={transfer.funding?.id} isSandbox={isSandbox} />}
      {!isFirst && !isPart && chainLine}
      {/* Wherever it is: money that was seen is on the page. */}
      {list && !isPast(transfer) && !(chainLine && hasNews) && (
        <Card title={`Deposits on ${networkName}`}>{list}</Card>
      )}
      <Claims transfer={transfer} timeZone={timeZone} />
    </WalletGround>
  );
}

function FromWallet({ asked }: Pick<ComponentProps<typeof PayFromWallet>, "asked">) {
  return (
    <PayFromWallet asked={asked}>
      <Wallet className="size-4" />
      Pay from wallet
    </PayFromWallet>
  );
}

/** In the card that says why nobody is asked. */
function OpenAgain() {
  return (
    <StandingButton act="open" size="small">
      Open again…
    </StandingButton>
  );
}

/** Whether the payment advice has all that came: one deposit, as it was asked for. */
function isOnAdvice({ status }: TransferWithEvents, deposits: readonly ListedDeposit[]): boolean {
  return status === "paid" && deposits.length === 1 && deposits.every(isAsAsked);
}

/** In the transfer’s token, at its address. */
function isAsAsked({ isElsewhere, isOtherToken }: ListedDeposit): boolean {
  return !isElsewhere && !isOtherToken;
}

type DealingsProps = Pick<Props, "transfer" | "summary"> & { opener: ReactNode };

/** What to do about a deposit that isn’t what was asked for. */
function Dealings({ transfer, summary, opener }: DealingsProps) {
  return (
    <RecordActs
      id={transfer.id}
      possible={possibleRecords(transfer).filter((kind) => kind === "handled")}
      className="print:hidden"
    >
      {/* One act of a page is the first: while a deposit is invited, that of its address. */}
      <CopyButton text={summary} variant={isInvited(transfer) ? "secondary" : "primary"} size="small">
        Copy message to the service
      </CopyButton>
      {opener}
    </RecordActs>
  );
}

/** Ours: the service states no time. */
function windowOf(openUntil: string, windowMs: number, timeZone: string) {
  const until = Date.parse(openUntil);
  const untilTime = formatTime(new Date(until).toISOString(), timeZone);
  const isToday = dayOf(until, timeZone) === dayOf(Date.now(), timeZone);
  const untilText = isToday ? (untilTime.split(", ")[1] ?? untilTime) : untilTime;
  return { minutes: windowMs / 60_000, until, untilText, now: Date.now() };
}
