import Form from "next/form";
import { DayFields } from "#components/form/day-fields";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { Button } from "#components/ui/button";
import { auditActionNames } from "#lib/contract/audit/audit-actions";
import type { FilterFault } from "#lib/text/read-filters";
import { auditWords } from "#lib/words/audit-words";
import type { auditFilterNames } from "./audit-query";

const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };

type Props = {
  /** What is in the URL, valid or not. */
  given: { [Name in (typeof auditFilterNames)[number]]?: string | undefined };
  fault?: FilterFault;
};

export function AuditFilters({ given, fault }: Props) {
  const { actor, action, record, from, to } = given;
  return (
    // The key resets the fields when a link changes the URL.
    <Form
      key={JSON.stringify([actor, action, record, from, to])}
      action="/audit"
      prefetch={false}
      className="mb-4 grid grid-cols-2 items-start gap-3 sm:grid-cols-3 xl:grid-cols-[minmax(0,1.4fr)_12.5rem_minmax(0,1fr)_10.5rem_10.5rem_auto] print:hidden"
    >
      <Field label="Person’s name, e-mail or ID" className="max-sm:col-span-2">
        {(wiring) => (
          <Input {...wiring} {...asTyped} name="actor" defaultValue={actor ?? ""} maxLength={320} />
        )}
      </Field>
      <Field label="Action" className="max-sm:col-span-2">
        {(wiring) => (
          <Select {...wiring} name="action" defaultValue={action ?? ""}>
            <option value="">All</option>
            {auditActionNames.map((name) => (
              <option key={name} value={name}>
                {auditWords[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="ID of the record" className="max-sm:col-span-2">
        {(wiring) => (
          <Input {...wiring} {...asTyped} name="record" defaultValue={record ?? ""} maxLength={128} />
        )}
      </Field>
      <DayFields from={from} to={to} fault={fault} />
      <Button type="submit" className="max-sm:col-span-2 sm:mt-6">
        Apply
      </Button>
    </Form>
  );
}
