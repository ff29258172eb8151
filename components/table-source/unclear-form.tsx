import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { focusLate } from "#lib/browser/late-focus";
import type { Field as TableField } from "#lib/table/table";
import { showInvisible } from "#lib/text/visible-text";
import { firstUpper, lettersOf, lineText } from "#lib/words/tables/table-words";
import type { SaidMapping, Unclear } from "./source";

type Fields = {
  fields: readonly TableField<string>[];
  /** What a row is: `payee`. */
  rowIs: string;
};
type Props = Fields & {
  unclear: Unclear;
  detail: string;
  isPending: boolean;
  onSay: (said: { sheet: string } | { mapping: SaidMapping }) => void;
  onStartAgain: () => void;
};

/** Asks what can't be told from the table itself. */
export function UnclearForm({ unclear, fields, rowIs, detail, isPending, onSay, onStartAgain }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusLate(form.current?.querySelector("select")), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const said = new FormData(event.currentTarget);
    const of = (name: string) => `${said.get(name) ?? ""}`;
    if ("sheets" in unclear) return onSay({ sheet: of("sheet") });
    const columns = fields.flatMap(({ id }) => (of(id) === "" ? [] : [[id, of(id)]]));
    onSay({ mapping: { headerLine: of("header") || null, columns: Object.fromEntries(columns) } });
  }

  return (
    <Card title="Say where the columns are" className="max-w-3xl">
      <form ref={form} method="post" onSubmit={submit} className="space-y-4">
        <p role="status">{detail}</p>
        {"sheets" in unclear ? (
          <SheetField sheets={unclear.sheets} />
        ) : (
          <ColumnFields {...unclear.unclear} fields={fields} rowIs={rowIs} />
        )}
        <div className="flex flex-wrap gap-2">
          <BusyButton type="submit" variant="primary" isOff={isPending}>
            {isPending ? "Reading" : "Read the table"}
          </BusyButton>
          <Button variant="quiet" onClick={onStartAgain}>
            Choose another table
          </Button>
        </div>
      </form>
    </Card>
  );
}

function SheetField({ sheets }: { sheets: readonly string[] }) {
  return (
    <Field label="Sheet">
      {(wiring) => (
        <Select {...wiring} name="sheet" className="max-w-sm">
          {sheets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type Asked = Extract<Unclear, { unclear: unknown }>["unclear"];

/** A line of the table names its columns; without a header the first line shows what is in them. */
function ColumnFields({ headerLine, candidates, columns, top, fields, rowIs }: Asked & Fields) {
  const [header, setHeader] = useState(headerLine ?? candidates[0] ?? null);
  const example = top.find(({ n }) => n === header) ?? top[0];
  const found = (id: string) => columns.filter(({ field }) => field === id);
  const titleOf = (wanted: string) => fields.find(({ id }) => id === wanted)?.title ?? wanted;
  const width = Math.max(...top.map(({ cells }) => cells.length), columns.length);
  return (
    <>
      <Field label="Line with the names of the columns">
        {(wiring) => (
          <Select
            {...wiring}
            name="header"
            value={header ?? ""}
            onChange={({ target }) => setHeader(target.value === "" ? null : Number(target.value))}
          >
            <option value="">There is none: the first line is a {rowIs}</option>
            {top.map(({ n, cells }) => (
              <option key={n} value={n}>
                {`Line ${n}: ${lineText(cells).slice(0, 100)}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ id, title, standIn, alternative, isOptional }) => (
          <Field
            key={id}
            label={firstUpper(title)}
            isOptional={isOptional === true || (id === "name" && standIn !== undefined)}
            aside={alternative === undefined ? undefined : `or ${titleOf(alternative)}`}
          >
            {(wiring) => (
              <Select {...wiring} name={id} defaultValue={found(id).length === 1 ? found(id)[0]?.at : ""}>
                <option value="">No column</option>
                {Array.from({ length: width }, (_, at) => (
                  <option key={lettersOf(at)} value={at}>
                    {`${lettersOf(at)}: ${showInvisible(example?.cells[at] ?? "") || "(empty)"}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
