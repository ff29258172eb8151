import Form from "next/form";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { Input, Select } from "#components/ui/input";
import type { TransferListInput } from "#lib/contract/api";
import { transferStatuses } from "#lib/transfer-status";
import { statusWords } from "#lib/words";

/** The filters of the list. They live in the URL, so a filtered list can be sent to somebody. */
export function ListFilters({ input }: { input: TransferListInput }) {
  return (
    // The key gives the fields their new values when the URL changes by a link.
    <Form
      key={`${input.status} ${input.find}`}
      action="/transfers"
      className="mb-4 grid items-end gap-3 sm:grid-cols-[14rem_minmax(0,24rem)_auto] sm:justify-start print:hidden"
    >
      <Field label="Status">
        {(wiring) => (
          <Select {...wiring} name="status" defaultValue={input.status ?? ""}>
            <option value="">All</option>
            {transferStatuses.map((status) => (
              <option key={status} value={status}>
                {statusWords[status].word}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="ID, transaction ID or deposit address">
        {(wiring) => (
          <Input
            {...wiring}
            name="find"
            type="search"
            defaultValue={input.find ?? ""}
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit">Apply</Button>
    </Form>
  );
}
