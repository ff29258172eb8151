import type { ComponentProps, ReactNode } from "react";
import { ChainLine } from "#components/transfer/chain-line";
import { BadAddress, Deposit, isInvited, isPast } from "#components/transfer/deposit";
import { isReceipt } from "#components/transfer/past-deposit";
import { Card } from "#components/ui/card";
import { Wallet } from "#components/ui/icon";
import type { Asset } from "#lib/asset/asset";
import type { TransferWithEvents } from "#lib/contract/api";
import { may, type Role } from "#lib/contract/roles";
import type { Actor } from "#lib/server/auth/actor";
import { env } from "#lib/server/config/env";
import { isNetworkWatched } from "#lib/server/config/watched-network";
import { findLetterhead } from "#lib/server/letterhead/letterhead";
import { isAsAsked, type ListedDeposit, listDeposits } from "#lib/server/standing/deposit-facts";
import { formatTime } from "#lib/text/format-time";
import { dayOf } from "#lib/text/zone-day";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { ticketSummary } from "#lib/words/transfer-text";
import type { Trouble } from "#lib/words/trouble/trouble";
import { ApprovalNotice } from "./_approval/approval-notice";
import { DepositList } from "./_deposit/deposit-list";
import { isFolded, readingOf } from "./_deposit/folded-chain";
import { FundingNotice } from "./_funding/funding-notice";
import { walletAsked } from "./_funding/wallet-asked";
import { PayFromWallet, WalletFunding, WalletGround } from "./_funding/wallet-funding";
import { PaidCard } from "./_paid/paid-card";
import { PaymentAdvice } from "./_paid/payment-advice";
import { ReceivedRow } from "./_received/received-row";
import { Claims } from "./_resolution/claims";
import { SimulateDeposit } from "./_sandbox/simulate-deposit";
import { StandingButton, StandingOutcome } from "./_standing/standing-ground";
import { WordsLink } from "./_standing/words-link";
import { TroubleNews } from "./_trouble/trouble-news";
import { AttentionNotices, SamePayout } from "./attention-notices";
import { FlagNotices } from "./flag-notices";
import { SubmissionNotice } from "./submission-notice";

type Props = {
  transfer: TransferWithEvents;
  /** What the page leads with; `undefined` where all is well, or another card says what to do. */
  trouble: Trouble | undefined;
  /** Its facts, where no card of their own has them. */
  details: ReactNode;
  /** `undefined` when the operator has removed it since. */
  asset: Asset | undefined;
  actor: Actor;
};

/** What became of the transfer, and what to do next. */
export async function TransferNews({ transfer, trouble, details, asset, actor }: Props) {
  const { role } = actor.person;
  const mayFund = may(role, "fund");
  const { timeZone, isSandbox } = env();
  const networkName = asset?.networkName ?? transfer.network;
  const { address, standing } = transfer;
  const { closedBy } = standing;
  const deposits = await listDeposits(transfer);
  const advice = transfer.status === "paid" && (
    <PaymentAdvice
      {...{ transfer, asset, networkName, timeZone, isSandbox, role }}
      isLead={trouble === undefined}
      deposits={deposits.filter(isAsAsked)}
      letterhead={await findLetterhead()}
    />
  );
  const words = <WordsLink transfer={transfer} mayTeach={may(role, "teach_words")} />;
  const ways = (
    <>
      {may(role, "resolve") && transfer.standing.canOpen && <OpenAgain />}
      {words}
    </>
  );
  return (
    <WalletGround>
      <StandingOutcome />
      <SamePayout ids={transfer.mayAlsoExist} />
      <FlagNotices transfer={transfer} words={words} isTold={trouble !== undefined} />
      <ApprovalNotice transfer={transfer} actor={actor} />
      <SubmissionNotice transfer={transfer} summary={ticketSummary(transfer, { networkName, isSandbox })} />
      {trouble !== undefined ? (
        <>
          {closedBy === "invalid_address" && address !== null && (
            <BadAddress address={address} asset={asset} networkName={networkName} />
          )}
          <TroubleNews {...{ transfer, trouble, asset, networkName, ways, details, deposits }} />
          <FundingNotice transfer={transfer} asset={asset} timeZone={timeZone} />
          {advice}
        </>
      ) : (
        <WellNews {...{ transfer, asset, role, networkName, ways, advice, deposits }} />
      )}
      {mayFund && (
        <WalletFunding
          id={transfer.id}
          fundingId={transfer.funding?.id}
          isSent={transfer.funding?.state === "sent"}
          isSandbox={isSandbox}
        />
      )}
      <Claims transfer={transfer} timeZone={timeZone} />
    </WalletGround>
  );
}

type WellProps = Pick<Props, "transfer" | "asset"> & {
  role: Role;
  networkName: string;
  ways: ReactNode;
  /** Of a paid one. */
  advice: ReactNode;
  deposits: readonly ListedDeposit[];
};

/** Where nothing is wrong, or a form or a wallet has the next word: the deposit, and what the network says. */
async function WellNews({ transfer, asset, role, networkName, ways, advice, deposits }: WellProps) {
  const { timeZone, isSandbox, depositWindowMs } = env();
  const hasNews = !["off", "none", "blind"].includes(transfer.deposit.label);
  const isPart = !hasNews && isInvited(transfer);
  // What the service said last comes first where the network says the same.
  const isSame = transfer.deposit.label === "exact" && (transfer.status === "paid" || isReceipt(transfer));
  const isFirst = hasNews && !isSame;
  const list = deposits.length > 0 && !isOnAdvice(transfer, deposits) && (
    <DepositList {...{ deposits, asset, timeZone }} />
  );
  const hasAddress = transfer.address !== null && depositPhase(transfer) !== "none";
  const chainLine = hasAddress && !isFolded(transfer) && (
    <ChainLine
      transfer={transfer}
      asset={asset}
      isPart={isPart}
      windowMs={depositWindowMs}
      reading={await readingOf(transfer.network)}
      isNetworkWatched={isNetworkWatched(transfer.network)}
      timeZone={timeZone}
      list={!isPast(transfer) && list}
    />
  );
  const hasChain = transfer.deposit.label !== "off";
  const asked = may(role, "fund") ? walletAsked(transfer, asset) : undefined;
  return (
    <>
      <AttentionNotices transfer={transfer} />
      {isFirst && chainLine}
      <FundingNotice transfer={transfer} asset={asset} timeZone={timeZone} />
      {advice ? (
        <>
          <PaidCard
            transfer={transfer}
            timeZone={timeZone}
            received={<ReceivedRow transfer={transfer} timeZone={timeZone} hasFigure />}
          />
          {advice}
        </>
      ) : (
        <Deposit
          transfer={transfer}
          asset={asset}
          isSandbox={isSandbox}
          window={windowOf(transfer.standing.until ?? transfer.createdAt, depositWindowMs, timeZone)}
          chain={isPart && chainLine}
          wallet={asked && <FromWallet asked={asked} />}
          simulate={
            isSandbox && may(role, "drive") && <SimulateDeposit id={transfer.id} hasChain={hasChain} />
          }
          list={list}
          ways={ways}
        />
      )}
      {!isFirst && !isPart && chainLine}
      {/* Wherever it is: money that was seen is on the page. */}
      {list && !isPast(transfer) && !(chainLine && hasNews) && (
        <Card title={`Deposits on ${networkName}`}>{list}</Card>
      )}
    </>
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

/** Ours, or the service’s own where that is earlier. */
function windowOf(openUntil: string, windowMs: number, timeZone: string) {
  const until = Date.parse(openUntil);
  const untilTime = formatTime(new Date(until).toISOString(), timeZone);
  const isToday = dayOf(until, timeZone) === dayOf(Date.now(), timeZone);
  const untilText = isToday ? (untilTime.split(", ")[1] ?? untilTime) : untilTime;
  return { minutes: windowMs / 60_000, until, untilText, now: Date.now() };
}
