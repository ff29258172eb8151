"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { verifyAuditLog } from "#lib/acts";
import type { AuditVerification } from "#lib/contract/audit";
import { formatTime } from "#lib/format-time";

/** Has the whole log read when a person asks for it. Nothing is said of the log before that. */
export function VerificationLine({ timeZone }: { timeZone: string }) {
  const { mutate, data, error, isPending } = useMutation(verifyAuditLog);
  return (
    <div className="mb-6 space-y-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" aria-disabled={isPending || undefined} onClick={() => !isPending && mutate()}>
          {isPending ? "Reading the whole log" : "Check the log"}
        </Button>
        {data === undefined && error === null && (
          <p className="text-[13px]/5 text-muted">
            Reads every entry and says whether each still follows from the one before it.
          </p>
        )}
      </div>
      {error !== null && (
        <Notice kind="warn" title="The log could not be checked" isLive>
          {error.message} This says nothing of the entries.
        </Notice>
      )}
      {data !== undefined && error === null && <Found found={data} timeZone={timeZone} />}
    </div>
  );
}

function Found({ found, timeZone }: { found: AuditVerification; timeZone: string }) {
  const { entries, lastHash, fault, checkedAt } = found;
  const at = formatTime(checkedAt, timeZone, { hasSeconds: true });
  if (fault !== null) {
    return (
      <Notice kind="fail" title="The log is not as it was written" isLive>
        <p>{fault.text}</p>
        <p>
          {entries === 0 ? "No entry before that holds." : `The first ${entries} hold.`} Checked on {at}. Keep
          a copy of the database, and tell whoever runs this dashboard.
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="ok" title={titleOf(entries)} isLive>
      <p>
        Checked on {at}.{" "}
        {entries > 0 &&
          "Note the last entry elsewhere: it proves later that nothing up to it was written anew."}
      </p>
      {entries > 0 && (
        <p className="font-mono text-xs">
          {entries}:{lastHash}
        </p>
      )}
    </Notice>
  );
}

function titleOf(entries: number): string {
  if (entries === 0) return "There is no entry, and none was removed";
  if (entries === 1) return "The one entry holds";
  return `All ${entries} entries hold: each follows from the one before`;
}
