import { type RefObject, useRef, useState } from "react";
import { readBase64 } from "#components/form/file-input";
import { focusLate } from "#lib/browser/late-focus";
import { Problem } from "#lib/contract/problem";
import { formatCount } from "#lib/money/format";
import type { TableLimits } from "#lib/table/table";

/** What is sent of a table: the file or the text, and where its columns are. */
export type Source = { file?: string; text?: string; sheet?: string; mapping?: SaidMapping };
export type SaidMapping = { headerLine: string | null; columns: Record<string, string> };

/** What the server asks of a table that it can't read alone: a sheet, or the columns. */
export type Unclear =
  | { sheets: readonly string[] }
  | {
      unclear: {
        headerLine: number | null;
        candidates: readonly number[];
        columns: readonly { at: number; name: string; field: string | null }[];
        top: readonly { n: number; cells: readonly string[] }[];
      };
    };

export function unclearOf(error: Error | null): Unclear | undefined {
  if (!(error instanceof Problem) || error.code !== "columns_unclear") return undefined;
  return error.extra as Unclear;
}

export type SourceInput = {
  file: RefObject<HTMLInputElement | null>;
  text: RefObject<HTMLTextAreaElement | null>;
  fault: string | undefined;
  /** A sentence at the file says why there is none. */
  read: () => Promise<Source | undefined>;
};

const kB = (bytes: number) => `${formatCount(Math.ceil(bytes / 1_000))} kB`;

/** A file or a text that a person brings. */
export function useSource({ mostBytes }: TableLimits): SourceInput {
  const [fault, setFault] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);

  function refuse(message: string): undefined {
    setFault(message);
    focusLate(file.current);
  }

  async function read(): Promise<Source | undefined> {
    setFault(undefined);
    const chosen = file.current?.files?.[0];
    const pasted = text.current?.value ?? "";
    if (chosen === undefined && pasted.trim() === "") return refuse("Choose a file, or paste a table.");
    if (chosen === undefined) return { text: pasted };
    if (pasted.trim() !== "") return refuse("Choose a file or paste a table, not both.");
    if (chosen.size > mostBytes)
      return refuse(`The file has ${kB(chosen.size)}. Use at most ${kB(mostBytes)}.`);
    const bytes = await readBase64(chosen).catch(() => undefined);
    if (bytes === undefined) return refuse("Your browser couldn’t read the file. Choose it again.");
    if (bytes === "") return refuse("The file is empty.");
    return { file: bytes };
  }
  return { file, text, fault, read };
}
