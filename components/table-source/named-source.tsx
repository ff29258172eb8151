import { useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { focusLate } from "#lib/browser/late-focus";
import type { TableLimits } from "#lib/table/table";
import { type Source, useSource } from "./source";

export type NamedSource = ReturnType<typeof useNamedSource>;

/** A file or a text that a person brings under a name. `nameOf`: what a file is called until somebody types a name. */
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

  return {
    source,
    read,
    fill,
    nameAfter: (file: File) => setName((typed) => typed || nameOf(file)),
    name: { field, value: name, set: setName, isMissing: isAsked && isNameless },
  };
}

type Props = {
  name: NamedSource["name"];
  label: string;
  hint: string;
  maxLength: number;
  /** What is said where there is no name. */
  missing: string;
  /** What the server refused of it. */
  refused: string | undefined;
};

export function SourceName({ name, label, hint, maxLength, missing, refused }: Props) {
  return (
    <Field label={label} hint={hint} error={name.isMissing ? missing : refused}>
      {(wiring) => (
        <Input
          {...wiring}
          ref={name.field}
          value={name.value}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => name.set(target.value)}
          className="max-w-md"
        />
      )}
    </Field>
  );
}
