import { useState } from "react";
import { Notice } from "#components/notice/notice";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { earlierPayoutWords } from "#lib/words/same-account";
import { TransferLink } from "./use-doubts";

/** Those that no question is about. */
export function OtherPayouts({ found }: { found: EarlierPayouts | undefined }) {
  // Read once: the sentences must not change under the reader.
  const [now] = useState(() => Date.now());
  const payouts =
    found?.newest.filter(({ id }) => ![found.twin?.id, found.sameReference?.id].includes(id)) ?? [];
  if (payouts.length === 0) return null;
  return (
    <Notice kind="info" title="Other transfers to this account in the last 24 hours">
      <ul className="space-y-1">
        {payouts.map((payout) => (
          <li key={payout.id}>
            {earlierPayoutWords(payout, now)} <TransferLink id={payout.id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
