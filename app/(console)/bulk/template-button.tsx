"use client";

import { useMutation } from "@tanstack/react-query";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { Download } from "#components/ui/icon";
import { download } from "./download-call";

/** A spreadsheet with the names of the columns. */
export function TemplateButton() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => download("GET /api/batches/template", {}),
  });
  return (
    <>
      <BusyButton size="small" isOff={isPending} onClick={() => mutate()}>
        <Download aria-hidden className="size-4" />
        Download a template
      </BusyButton>
      {error !== null && <Trouble error={error} />}
    </>
  );
}
