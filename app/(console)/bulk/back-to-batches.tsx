import { ChevronRight } from "#components/ui/icon";
import { backInGutter } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";

export function BackToBatches() {
  return (
    <PageLink
      href="/bulk"
      aria-label="Back to the batches"
      data-back
      className={`icon-button ${backInGutter}`}
    >
      <ChevronRight aria-hidden className="size-4 rotate-180" />
    </PageLink>
  );
}
