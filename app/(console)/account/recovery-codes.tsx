import { buttonClasses } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <p className="text-muted">
        Use a code to sign in without the app. Each works once. Save them in a password manager or on paper:
        they won’t be shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-4 sm:grid-cols-2 gap-y-1 font-mono text-[0.8125rem]/5"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} size="small">
          Copy the recovery codes
        </CopyButton>
        <a
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`}
          className={buttonClasses({ size: "small" })}
        >
          Download them
        </a>
      </div>
    </>
  );
}
