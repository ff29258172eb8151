import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DayFields } from "#components/form/day-fields";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { request } from "#lib/calls/call";
import { countInFile } from "#lib/calls/export/file-end";
import { fileNameOf, saveFile } from "#lib/calls/export/save-file";
import { Problem } from "#lib/contract/problem";
import { formatCount } from "#lib/money/format";
import { readDay } from "#lib/text/day-text";
import type { FilterFault } from "#lib/text/read-filters";

/** Every request for approval of some days, as a file whose hashes an auditor can compute again. */
export function EvidenceDialog({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState<FilterFault>();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: exportApprovals,
    onSuccess: ({ file, name }) => saveFile(file, name),
  });

  function download(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readDays(new FormData(event.currentTarget));
    setFault("message" in read ? read : undefined);
    if (!("message" in read)) mutate(read);
  }

  return (
    <Dialog title="File for an auditor" isPending={isPending} onClose={onClose}>
      <p>
        A CSV file with each request of these days: what was asked for and by whom, who decided and how they
        confirmed it was them, the rules, the hashes, and the entries of the audit log. It has full account
        numbers, and the export is logged with the file’s hash.
      </p>
      <form onSubmit={download} className="space-y-4" noValidate>
        <div className="grid gap-3 sm:grid-cols-2">
          <DayFields {...(fault !== undefined && { fault })} />
        </div>
        {error !== null && <ProblemNotice trouble={asTrouble(error)} isLive />}
        <p role="status" className="empty:hidden">
          {data !== undefined && !isPending && savedWords(data.rows)}
        </p>
        <div className="flex flex-wrap gap-3 pt-1">
          <BusyButton type="submit" variant="primary" isOff={isPending}>
            {isPending ? "Downloading" : "Download"}
          </BusyButton>
          <Button variant="quiet" onClick={onClose}>
            {data === undefined ? "Cancel" : "Close"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Empty days leave the range open. */
function readDays(form: FormData): { from?: string; to?: string } | FilterFault {
  const days: { from?: string; to?: string } = {};
  for (const name of ["from", "to"] as const) {
    const text = `${form.get(name) ?? ""}`.trim();
    if (text === "") continue;
    const day = readDay(text);
    if (day === undefined) return { name, message: "Enter a day as day/month/year, such as 20/11/2026." };
    days[name] = day;
  }
  if (days.from !== undefined && days.to !== undefined && days.from > days.to)
    return { name: "to", message: "The last day is before the first day." };
  return days;
}

function savedWords(rows: number): string {
  return `Saved: ${formatCount(rows)} ${rows === 1 ? "request" : "requests"}.`;
}

type EvidenceFile = { file: Blob; name: string; rows: number };

/** Throws a {@link Problem} when the server refuses, or when the last row is missing; then nothing is kept. */
async function exportApprovals(days: { from?: string; to?: string }): Promise<EvidenceFile> {
  const answer = await request("GET /api/approvals/export", { query: days });
  const file = await answer.blob().catch(() => undefined);
  const rows = file && (await countInFile.csv(file, "requests"));
  if (file === undefined || rows === undefined) {
    const detail = "The export stopped partway, and nothing was saved. Try again.";
    throw new Problem("dashboard_unreachable", detail);
  }
  return { file, name: fileNameOf(answer) ?? "approvals.csv", rows: Number.parseInt(rows, 10) };
}
