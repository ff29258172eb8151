import type * as z from "zod/mini";
import type { Rules } from "#lib/features/controls/rules";

/** What the form keeps: text as it is typed, an empty amount for a limit that is off. Fields are named as the rules are. */
export type RulesValues = {
  tiers: TierValues[];
  newAccount: { isOn: boolean; coolOffHours: string };
  payeeChange: boolean;
  nameConfirmed: { isOn: boolean; fromNaira: string; months: string };
  transferNaira: string;
  personDayNaira: string;
  businessDayNaira: string;
};

/** `key` tells one from another while others come and go. */
export type TierValues = { key: number; fromNaira: string; approvals: string; by: string };

export const mostTiers = 3;

export function newTier(others: readonly TierValues[]): TierValues {
  const key = 1 + Math.max(-1, ...others.map((tier) => tier.key));
  return { key, fromNaira: "", approvals: "1", by: "finance" };
}

const usualHours = "24";
const usualMonths = "12";

export function valuesOf({ tiers, newAccount, payeeChange, nameConfirmed, ...limits }: Rules): RulesValues {
  return {
    tiers: tiers.map((tier, key) => ({ ...tier, key, approvals: `${tier.approvals}` })),
    newAccount: { isOn: newAccount !== null, coolOffHours: `${newAccount?.coolOffHours ?? usualHours}` },
    payeeChange,
    nameConfirmed: {
      isOn: nameConfirmed !== null,
      fromNaira: nameConfirmed?.fromNaira ?? "",
      months: `${nameConfirmed?.months ?? usualMonths}`,
    },
    transferNaira: limits.transferNaira ?? "",
    personDayNaira: limits.personDayNaira ?? "",
    businessDayNaira: limits.businessDayNaira ?? "",
  };
}

export type RulesToSend = z.input<typeof Rules>;

/** The rules whole, as they are sent and judged. */
export function rulesToSend(values: RulesValues): RulesToSend {
  const { tiers, newAccount, payeeChange, nameConfirmed, transferNaira, personDayNaira, businessDayNaira } =
    values;
  const limit = (text: string) => (text === "" ? null : text);
  return {
    tiers: tiers.map(({ fromNaira, approvals, by }) => ({
      ...{ fromNaira, approvals },
      by: by === "admin" ? "admin" : "finance",
    })),
    newAccount: newAccount.isOn ? { coolOffHours: newAccount.coolOffHours } : null,
    payeeChange,
    nameConfirmed: nameConfirmed.isOn
      ? { fromNaira: nameConfirmed.fromNaira, months: nameConfirmed.months }
      : null,
    transferNaira: limit(transferNaira),
    personDayNaira: limit(personDayNaira),
    businessDayNaira: limit(businessDayNaira),
  };
}

/** The control of a fault's path, such as `tiers.0.fromNaira`. */
export function controlId(path: string): string {
  return `rule-${path.replaceAll(".", "-")}`;
}

/** Every message of a form's errors with its path, in their order. */
export function faultsIn(errors: object, path: readonly string[] = []): { path: string; message: string }[] {
  if ("message" in errors && typeof errors.message === "string")
    return [{ path: path.join("."), message: errors.message }];
  return Object.entries(errors).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && name !== "ref" ? faultsIn(value, [...path, name]) : [],
  );
}
