import { type DragEvent, useState } from "react";
import { Field } from "#components/form/field";
import { FileInput } from "#components/form/file-input";
import { TextArea } from "#components/form/input";
import { formatCount } from "#lib/money/format";
import type { TableLimits } from "#lib/table/table";
import { classNames } from "#lib/text/class-names";
import type { SourceInput } from "./source";

const mb = 1024 * 1024;

type Props = {
  source: SourceInput;
  limits: TableLimits;
  /** A file was chosen or dropped. */
  onFile?: (file: File) => void;
};

/** A file, or what was copied from a spreadsheet. A file that is dropped on them is chosen. */
export function SourceFields({ source, limits, onFile }: Props) {
  const [isOver, setIsOver] = useState(false);

  function hold(event: DragEvent) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(true);
  }

  function drop(event: DragEvent) {
    const { files } = event.dataTransfer;
    const [dropped] = files;
    if (dropped === undefined || source.file.current === null) return;
    event.preventDefault();
    setIsOver(false);
    source.file.current.files = files;
    onFile?.(dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field within takes a file by the keyboard
    <div
      onDragOver={hold}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames("space-y-4 rounded-lg", isOver && "outline-2 outline-offset-8 outline-ring")}
    >
      <Field
        label="File"
        hint={`CSV or Excel (.xlsx), up to ${formatCount(limits.mostRows)} rows and ${limits.mostBytes / mb} MB. You can drop it here.`}
        error={source.fault}
      >
        {(wiring) => (
          <FileInput
            {...wiring}
            ref={source.file}
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={({ target }) => target.files?.[0] !== undefined && onFile?.(target.files[0])}
          />
        )}
      </Field>
      <Field
        label="Or paste it here"
        hint="Copy the cells in your spreadsheet, with the names of the columns."
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={source.text}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-xs"
          />
        )}
      </Field>
    </div>
  );
}
