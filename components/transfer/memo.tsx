import { CopyButton } from "#components/ui/copy-button";
import { showExactly } from "#lib/text/visible-text";

/** What a deposit must carry beside its address. No QR code has it, so none is drawn then. */
export function Memo({ memo }: { memo: string }) {
  return (
    <div className="space-y-1">
      <p className="text-[0.8125rem]/5 font-medium text-warn">
        With this memo. Without it, the money may be lost.
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code translate="no" className="foreign-text text-lg/7 font-semibold text-ink select-all">
          {showExactly(memo)}
        </code>
        <CopyButton text={memo} size="small">
          Copy<span className="sr-only"> memo</span>
        </CopyButton>
      </div>
    </div>
  );
}
