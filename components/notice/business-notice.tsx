import type { BusinessBlock } from "#lib/words/business-block";
import { Notice } from "./notice";

/** The one notice of a business that the service takes nothing of now. */
export function BusinessNotice({ block, className }: { block: BusinessBlock; className?: string }) {
  return (
    <Notice kind="warn" title={block.title} isLive {...(className !== undefined && { className })}>
      <p>{block.detail}</p>
      <p>{block.meaning}</p>
    </Notice>
  );
}
