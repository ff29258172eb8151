import { useEffect, useRef } from "react";
import { Notice } from "#components/notice/notice";

/** Takes the focus, since the form that had it is gone. */
export function ActResult({ sentence }: { sentence: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence !== undefined) place.current?.focus();
  }, [sentence]);
  if (sentence === undefined) return null;
  return (
    <div ref={place} tabIndex={-1} className="rounded-lg outline-none print:hidden">
      <Notice kind="info" title={sentence} isLive />
    </div>
  );
}
