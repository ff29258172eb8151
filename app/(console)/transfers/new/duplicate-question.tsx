import type { Route } from "next";
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { FieldError } from "#components/form/field-error";
import { Notice } from "#components/notice/notice";
import { PageLink } from "#components/ui/page-link";
import type { Problem } from "#lib/contract/problem";
import type { EarlierPayout, EarlierPayouts } from "#lib/contract/same-account";
import { earlierPayoutWords } from "#lib/words/same-account";

export type Duplicates = { found: EarlierPayouts | undefined; refusal: Problem | null };
/** Returns whether the question is unanswered, and then leads to it. */
export type OpenQuestion = { isOpen: () => boolean };

type Props = {
  ref: Ref<OpenQuestion>;
  duplicates: Duplicates;
  isSeparate: boolean;
  onSeparate: (isSeparate: boolean) => void;
};

/** Asks about an earlier transfer like this one, and lists the others to its account. */
export function DuplicateQuestion({ ref, duplicates: { found, refusal }, isSeparate, onSeparate }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [isMissed, setIsMissed] = useState(false);
  const whyId = useId();
  const twin = found?.twin ?? null;
  const isAsked = (twin !== null || refusal !== null) && !isSeparate;
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
  const others = found?.newest.filter(({ id }) => id !== twin?.id) ?? [];
  if (twin === null && refusal === null) return <Others payouts={others} />;
  const transferId = twin?.id ?? `${refusal?.extra.transferId}`;
  return (
    <>
      <Notice kind="warn" title="You may have made this transfer already" isLive>
        <p>
          {twin === null ? refusal?.detail : <Words payout={twin} />} <TransferLink id={transferId} />
        </p>
        <label className="flex min-h-8 items-center gap-2 border-t border-line pt-1 font-semibold pointer-coarse:min-h-11">
          <input
            ref={box}
            type="checkbox"
            checked={isSeparate}
            onChange={({ target }) => {
              onSeparate(target.checked);
              setIsMissed(false);
            }}
            aria-invalid={isMissed || undefined}
            aria-describedby={isMissed ? whyId : undefined}
            className="size-6 shrink-0 accent-current"
          />
          No, this is a second transfer
        </label>
        {isMissed && (
          <FieldError id={whyId}>Tick this to create a second transfer. Nothing was created.</FieldError>
        )}
      </Notice>
      <Others payouts={others} />
    </>
  );
}

function Others({ payouts }: { payouts: readonly EarlierPayout[] }) {
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
