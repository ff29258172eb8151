import { writeDay } from "#lib/text/day-text";
import type { FilterFault } from "#lib/text/read-filters";
import { DayField } from "./day-field";

type Props = {
  /** As they stand in the address of the list, or as somebody typed them. */
  from?: string | undefined;
  to?: string | undefined;
  fault?: FilterFault | undefined;
};

/** The days that a list is asked for, both included; the same names stand in its address. */
export function DayFields({ from = "", to = "", fault }: Props) {
  const errorOf = (name: string) => (fault?.name === name ? fault.message : undefined);
  return (
    <>
      <DayField label="First day" name="from" text={writeDay(from)} error={errorOf("from")} />
      <DayField label="Last day" name="to" text={writeDay(to)} error={errorOf("to")} />
    </>
  );
}
