import { Notice } from "#components/notice/notice";
import type { AuditVerification } from "#lib/contract/audit/audit";
import { formatTime } from "#lib/text/format-time";

export function VerificationFound({ found, timeZone }: { found: AuditVerification; timeZone: string }) {
  const { entries, lastHash, fault, checkedAt } = found;
  const at = formatTime(checkedAt, timeZone, { hasSeconds: true });
  if (fault !== null) {
    return (
      <Notice kind="fail" title="The log was altered" isLive>
        <p>{fault.text}</p>
        <p>
          {intactWords(entries)} Checked on {at}. Keep a copy of the database, and tell the person who runs
          this dashboard.
        </p>
      </Notice>
    );
  }
  // The code is beside what is announced: nobody wants to hear 64 digits.
  return (
    <>
      <Notice kind="ok" title={titleOf(entries)} isLive>
        <p>
          Checked on {at}.{" "}
          {entries > 0 &&
            "Save the code below elsewhere: it proves later that earlier entries weren\u2019t altered."}
        </p>
      </Notice>
      {entries > 0 && (
        <p className="px-4 font-mono text-xs wrap-anywhere">
          {entries}:{lastHash}
        </p>
      )}
    </>
  );
}

function intactWords(entries: number): string {
  if (entries === 0) return "No entry before it is confirmed.";
  return entries === 1 ? "The first entry is intact." : `The first ${entries} entries are intact.`;
}

function titleOf(entries: number): string {
  if (entries === 0) return "The log is empty, and no entry was removed";
  if (entries === 1) return "The only entry is intact";
  return `All ${entries} entries are intact: each follows from the one before`;
}
