import type { Route } from "next";
import { type Ref, useEffect, useState } from "react";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import { focusLate } from "#lib/browser/late-focus";
import type { Problem } from "#lib/contract/problem";
import type {
  EarlierPayout,
  EarlierPayouts,
  KnownName,
  RenamedBank,
  SavedAccount,
} from "#lib/contract/same-account";
import {
  earlierPayoutWords,
  knownNameWords,
  renamedBankWords,
  savedAccountWords,
} from "#lib/words/same-account";
import { Tick } from "./tick";
import { type OpenQuestion, useQuestion } from "./use-question";
import type { Asked, Submit } from "./use-submit";

type Props = {
  ref: Ref<OpenQuestion>;
  submit: Pick<Submit, "duplicates" | "confirmed" | "confirm">;
  name: Asked;
};

const questions = {
  confirmSeparate: {
    title: "You may have created this transfer already",
    yes: "No, this is a second transfer",
    missed: "Tick this to create a second transfer. Nothing was created.",
  },
  confirmReference: {
    title: "This reference was used before",
    yes: "Yes, use the reference again",
    missed: "Tick this to use the reference again. Nothing was created.",
  },
  confirmAccount: {
    title: "You know this name with another account",
    yes: "I checked this account with the recipient",
    missed: "Tick this once you have checked the account. Nothing was created.",
  },
  confirmName: {
    title: "You know this account under another name",
    yes: "Use the name that I entered",
    missed: "Tick this to use the name that you entered. Nothing was created.",
  },
  confirmBank: {
    title: "The service’s list has another name for this bank",
    yes: "It is the same bank",
    missed: "Tick this once you know that it is the same bank. Nothing was created.",
  },
};

/** Asks about an earlier transfer like this one, or with its reference, or about a payee of the name. */
export function DuplicateQuestion({ ref, submit, name }: Props) {
  const { duplicates, confirmed, confirm } = submit;
  const { title, yes, missed } = questions[name];
  const refusal = duplicates.asked === name ? duplicates.refusal : null;
  const earlier = earlierOf(duplicates.found, name);
  const isAsked = (earlier !== null || refusal !== null) && confirmed[name] !== true;
  const { box, isMissed, answer } = useQuestion(ref, isAsked);
  // The server found it after the click.
  useEffect(() => {
    if (refusal !== null) focusLate(box.current);
  }, [refusal, box]);
  if (earlier === null && refusal === null) return null;
  return (
    <Notice kind="warn" title={title} isLive>
      <p>
        {earlier === null ? (
          refusal?.detail
        ) : "id" in earlier ? (
          <Words payout={earlier} />
        ) : (
          knownWords(earlier)
        )}{" "}
        <EarlierLink earlier={earlier} extra={refusal?.extra ?? {}} />
      </p>
      <Tick
        ref={box}
        label={yes}
        isTicked={confirmed[name] === true}
        onTick={(isTicked) => {
          confirm({ [name]: isTicked });
          answer();
        }}
        missed={isMissed ? missed : undefined}
      />
    </Notice>
  );
}

type Known = KnownName | SavedAccount | RenamedBank;

function earlierOf(found: EarlierPayouts | undefined, name: Asked): EarlierPayout | Known | null {
  const {
    twin = null,
    sameReference = null,
    knownName = null,
    savedAccount = null,
    renamedBank = null,
  } = found ?? {};
  const questions = { confirmSeparate: twin, confirmReference: sameReference, confirmAccount: knownName };
  return { ...questions, confirmName: savedAccount, confirmBank: renamedBank }[name];
}

function knownWords(known: Known): string {
  if ("listed" in known) return renamedBankWords(known);
  if ("accountName" in known) return savedAccountWords(known);
  return `${knownNameWords(known)} Check this account with the recipient, by a number you already had.`;
}

type EarlierLinkProps = { earlier: EarlierPayout | Known | null; extra: Problem["extra"] };

function EarlierLink({ earlier, extra: { transferId, payeeId } }: EarlierLinkProps) {
  const payee = earlier === null ? payeeId : "payeeId" in earlier ? earlier.payeeId : undefined;
  const isBank = earlier === null ? payee === undefined && transferId === undefined : "listed" in earlier;
  if (isBank) return null;
  if (payee === undefined)
    return <TransferLink id={`${earlier !== null && "id" in earlier ? earlier.id : transferId}`} />;
  return (
    <PageLink href={`/payees/${payee}` as Route} className="font-semibold underline underline-offset-3">
      Open the payee
    </PageLink>
  );
}

/** Those that no question is about. */
export function OtherPayouts({ found }: { found: EarlierPayouts | undefined }) {
  const payouts =
    found?.newest.filter(({ id }) => ![found.twin?.id, found.sameReference?.id].includes(id)) ?? [];
  if (payouts.length === 0) return null;
  return (
    <Notice kind="info" title="Other transfers to this account in the last 24 hours">
      <ul className="space-y-1">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <Words payout={payout} /> <TransferLink id={payout.id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Words({ payout }: { payout: EarlierPayout }) {
  // Read once: the sentence must not change under the reader.
  const [now] = useState(() => Date.now());
  return earlierPayoutWords(payout, now);
}

function TransferLink({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}` as Route} className="font-semibold underline underline-offset-3">
      Open that transfer
    </PageLink>
  );
}
