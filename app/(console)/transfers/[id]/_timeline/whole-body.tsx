import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "#components/ui/busy-button";
import { act } from "#lib/calls/act";
import { kilobytes } from "./event-remarks";
import { BodyField, CopyBody, shownBody } from "./raw-body";

type Props = { id: string; seq: number; start: string; bytes: number; label: string };

export function WholeBody({ id, seq, start, bytes, label }: Props) {
  const { mutate, data, error, isPending } = useMutation(act("GET /api/transfers/[id]/events/[seq]"));
  const shown = data === undefined ? start : shownBody(data.raw ?? "", data.isTruncated);
  return (
    <>
      <BodyField label={label} text={shown} />
      <div className="mt-2 flex flex-wrap items-center gap-3 text-[0.8125rem]/5">
        {data === undefined && (
          <BusyButton
            size="small"
            isOff={isPending}
            onClick={() => mutate({ params: { id, seq: `${seq}` } })}
          >
            {isPending ? "Loading" : `Show all ${kilobytes(bytes)}`}
          </BusyButton>
        )}
        {data !== undefined && <CopyBody raw={data.raw ?? ""} />}
        <p role="status" className={error === null ? "text-muted" : "font-medium text-fail"}>
          {data !== undefined && `All ${kilobytes(bytes)} are shown.`}
          {error !== null && `Couldn’t load it. ${error.message}`}
        </p>
      </div>
    </>
  );
}
