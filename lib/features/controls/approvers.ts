/**
 * How many people approve, and how many `admins` are among them. Needed, given, or able to: the three are compared part by
 * part, so that `{ people: 2, admins: 1 }` is two approvals of which one at least is an admin's.
 */
export type Approvers = { people: number; admins: number };

export const nobody: Approvers = { people: 0, admins: 0 };
export const anyone: Approvers = { people: 1, admins: 0 };
export const anAdmin: Approvers = { people: 1, admins: 1 };

/** The least that satisfies both, such as the need when it was asked and the need now. */
export function stricterOf(a: Approvers, b: Approvers): Approvers {
  return { people: Math.max(a.people, b.people), admins: Math.max(a.admins, b.admins) };
}

/** Whether those who are there, or have approved, are enough. */
export function covers(have: Approvers, needed: Approvers): boolean {
  return have.people >= needed.people && have.admins >= needed.admins;
}
