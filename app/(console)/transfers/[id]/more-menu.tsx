import { buttonClasses } from "#components/ui/button";
import { Ellipsis } from "#components/ui/icon";
import { ShareButtons } from "./share-buttons";

/** A native popover: it opens without script, and Escape or a press elsewhere closes it. */
export function MoreMenu({ id, summary }: { id: string; summary: string }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="more"
        aria-label="More: copy or print this transfer"
        className={buttonClasses({ size: "small" })}
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
      <div
        id="more"
        popover="auto"
        className="under-button m-auto flex-col items-start gap-2 rounded-xl border border-line bg-surface p-3 text-ink shadow-lg open:flex"
      >
        <ShareButtons id={id} summary={summary} />
      </div>
    </>
  );
}
