import { useRef, useState } from "react";
import { focusLate } from "#lib/browser/late-focus";
import type { TableLimits } from "#lib/table/table";
import { type Source, useSource } from "./source";

export type NamedSource = ReturnType<typeof useNamedSource>;

/**
 * A file or a text that a person brings under a name. Takes what a file is called until somebody types a name. Returns the
 * source, what the field of its name needs, and how both are read.
 */
export function useNamedSource(limits: TableLimits, nameOf: (file: File) => string) {
  const source = useSource(limits);
  const [name, setName] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isNameless = name.trim() === "";

  /** Nothing where a part is missing, which is said at its field. */
  async function read(): Promise<{ name: string; source: Source } | undefined> {
    setIsAsked(isNameless);
    const brought = await source.read();
    if (isNameless) focusLate(field.current);
    return isNameless || brought === undefined ? undefined : { name: name.trim(), source: brought };
  }

  /** Puts a sample in place of what is there. */
  function fill(text: string, sampleName: string) {
    if (source.text.current === null) return;
    source.text.current.value = text;
    if (source.file.current !== null) source.file.current.value = "";
    setName(sampleName);
  }

  const nameAfter = (file: File) => setName((typed) => typed || nameOf(file));
  const nameField = { ref: field, value: name, onText: setName };
  return { source, nameField, isNameMissing: isAsked && isNameless, nameAfter, read, fill };
}
