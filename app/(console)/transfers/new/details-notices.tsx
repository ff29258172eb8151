import { Notice } from "#components/notice/notice";
import type { BusinessBlock } from "./business-block";
import { BusinessNotice } from "./business-notice";

type Props = {
  block: BusinessBlock | undefined;
  /** A reload lost the account details. */
  hasLost: boolean;
};

/** Seldom shown, so it loads when it is. */
export function DetailsNotices({ block, hasLost }: Props) {
  return (
    <>
      {block !== undefined && <BusinessNotice block={block} />}
      {hasLost && <LostNotice />}
    </>
  );
}

function LostNotice() {
  return (
    <Notice kind="info" title="Enter the recipient again" className="mb-6">
      <p>
        We keep account details only while the page is open and never store them in the browser. Transfers
        that you created are in the list of transfers.
      </p>
    </Notice>
  );
}
