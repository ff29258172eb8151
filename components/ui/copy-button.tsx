"use client";

import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { classNames } from "#lib/text/class-names";
import { Button } from "./button";

type Props = {
  /** A function is called at the click. */
  text: string | (() => string);
  children: ReactNode;
  variant?: "primary" | "secondary" | "quiet";
  size?: "small" | "medium";
  className?: string;
};

const shownMs = 2_500;
const failedWords = "Copy failed: select the text";

/** The three sets of words overlap, so the button keeps its width. The result is announced once, politely. */
export function CopyButton({ text, children, variant, size, className }: Props) {
  const [result, setResult] = useState<"copied" | "failed">();

  useEffect(() => {
    if (result === undefined) return;
    const timer = setTimeout(() => setResult(undefined), result === "failed" ? shownMs * 2 : shownMs);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setResult("copied");
    } catch {
      // There is no clipboard without https, and a person may have denied it.
      setResult("failed");
    }
  }

  const layer = "col-start-1 row-start-1 transition-opacity";
  const hidden = "opacity-0";
  return (
    <span className={classNames("inline-flex flex-col items-start print:hidden", className)}>
      <Button onClick={copy} {...(variant && { variant })} {...(size && { size })}>
        <span className="grid">
          <span className={classNames(layer, result !== undefined && hidden)}>{children}</span>
          <span aria-hidden="true" className={classNames(layer, result !== "copied" && hidden)}>
            Copied
          </span>
          <span aria-hidden="true" className={classNames(layer, result !== "failed" && hidden)}>
            Copy failed
          </span>
        </span>
      </Button>
      {result === "failed" && <span className="mt-1 max-w-48 text-xs text-fail">{failedWords}</span>}
      <span role="status" className="sr-only">
        {result === "copied" ? "Copied" : ""}
        {result === "failed" ? failedWords : ""}
      </span>
    </span>
  );
}
