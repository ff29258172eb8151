import { Notice } from "#components/notice/notice";
import type { BusinessBlock } from "./business-block";

export function BusinessNotice({ block }: { block: BusinessBlock }) {
  return (
    <Notice kind="fail" title={block.title} isLive className="mb-6">
      <p>{block.detail}</p>
      <p>You can’t create transfers until it is active. Nothing was created.</p>
    </Notice>
  );
}
