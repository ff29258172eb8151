import type { Route } from "next";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import type { EarlierPayout, EarlierPayouts } from "#lib/contract/same-account";
import { earlierPayoutWords } from "#lib/words/same-account";
import { Tick } from "./tick";
import type { Asked, Submit } from "./use-submit";

/** Returns whether the question is unanswered, and then leads to it. */
export type OpenQuestion = { isOpen: () => boolean };

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
};

/** Asks about an earlier transfer like this one, or with its reference. */
export function DuplicateQuestion({ ref, submit, name }: Props) {
  const { duplicates, confirmed, confirm } = submit;
  const box = useRef<HTMLInputElement>(null);
  const [isMissed, setIsMissed] = useState(false);
  const { title, yes, missed } = questions[name];
  const refusal = duplicates.asked === name ? duplicates.refusal : null;
  const earlier = earlierOf(duplicates.found, name);
  const isAsked = (earlier !== null || refusal !== null) && confirmed[name] !== true;
  useImperativeHandle(ref, () => ({
    isOpen: () => {
      if (isAsked) box.current?.focus();
      setIsMissed(isAsked);
      return isAsked;
    },
  }));
  // The server found it after the click.
  useEffect(() => {
    if (refusal !== null) box.current?.focus();
  }, [refusal]);
  if (earlier === null && refusal === null) return null;
  const transferId = earlier?.id ?? `${refusal?.extra.transferId}`;
  return (
    <Notice kind="warn" title={title} isLive>
      <p>
        {earlier === null ? refusal?.detail : <Words payout={earlier} />} <TransferLink id={transferId} />
      </p>
      <Tick
        ref={box}
        label={yes}
        isTicked={confirmed[name] === true}
        onTick={(isTicked) => {
          confirm({ [name]: isTicked });
          setIsMissed(false);
        }}
        missed={isMissed ? missed : undefined}
      />
    </Notice>
  );
}

function earlierOf(found: EarlierPayouts | undefined, name: Asked): EarlierPayout | null {
  return (name === "confirmSeparate" ? found?.twin : found?.sameReference) ?? null;
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
