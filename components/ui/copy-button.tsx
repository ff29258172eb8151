"use client";

import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { classNames } from "#lib/text/class-names";
import { Button, type ButtonLook } from "./button";

type Props = ButtonLook & {
  /** A function is called at the click. */
  text: string | (() => string | Promise<string>);
  /** Heard and not seen where the button is an icon. */
  children: ReactNode;
  className?: string;
};

/** Drawn here: a script that takes one drawing of `icon.tsx` loads those of all scripts. */
const drawings = {
  copy: "M8 10a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2",
  copied: "M20 6 9 17l-5-5",
  failed: "M18 6 6 18M6 6l12 12",
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
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setResult("copied");
    } catch {
      // There is no clipboard without https, and a person may have denied it.
      setResult("failed");
    }
  }

  const isIcon = variant === "icon";
  const words = (icon: keyof typeof drawings, said: ReactNode) => (
    <>
      {variant !== "link" && (
        <svg aria-hidden="true" viewBox="0 0 24 24" className="icon size-4 shrink-0">
          <path d={drawings[icon]} />
        </svg>
      )}
      {isIcon ? <span className="sr-only">{said}</span> : <span>{said}</span>}
    </>
  );
  const layer = (isShown: boolean) =>
    classNames(
      "col-start-1 row-start-1 flex items-center gap-2 transition-opacity",
      variant !== "menu" && "justify-center",
      !isShown && "opacity-0",
    );
  return (
    <span className={classNames("inline-flex flex-col items-start print:hidden", className)}>
      <Button onClick={copy} {...(variant && { variant })} {...(size && { size })}>
        <span className="grid">
          <span className={layer(result === undefined)}>{words("copy", children)}</span>
          <span aria-hidden="true" className={layer(result === "copied")}>
            {words("copied", "Copied")}
          </span>
          <span aria-hidden="true" className={layer(result === "failed")}>
            {words("failed", "Failed")}
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
