import { writeDay } from "#lib/text/day-text";
import type { FilterFault } from "#lib/text/read-filters";
import { DayField } from "./day-field";

type Props = {
  /** As in the URL, valid or not. */
  from?: string | undefined;
  to?: string | undefined;
  fault?: FilterFault | undefined;
};

/** Both days are included. */
export function DayFields({ from = "", to = "", fault }: Props) {
  const errorOf = (name: string) => (fault?.name === name ? fault.message : undefined);
  return (
    <>
      <DayField label="First day" name="from" text={writeDay(from)} error={errorOf("from")} />
      <DayField label="Last day" name="to" text={writeDay(to)} error={errorOf("to")} />
    </>
  );
}
