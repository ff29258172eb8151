/** What a person may do, by role. Pages and handlers ask the same question, each for itself. */

/** From the least to the most: each role may do what the ones before it may. */
export const roles = ["support", "finance", "admin"] as const;
export type Role = (typeof roles)[number];

/** A person with an account. */
export type Person = {
  id: string;
  name: string;
  /** What they sign in with, in lower case. */
  email: string;
  role: Role;
  hasSecondFactor: boolean;
};

/** Everything that is allowed or refused, with the least role that may. */
const leastRole = {
  /** See to their own account: password, second factor, sessions. */
  keep_own_account: "support",
  /** See the business, the banks, every transfer, and what needs attention; search; see a full account number. */
  read: "support",
  /** Write a note, and say that a transfer is matched or dealt with. */
  note: "support",
  quote: "finance",
  create: "finance",
  /** Take the list away as a file, with full account numbers. */
  export: "finance",
  /** Say what became of an unknown outcome. */
  resolve: "finance",
  /** Sandbox mode: move a transfer through its life by hand. */
  drive: "finance",
  /** Say that the ledger was compared with the service's records, so that new transfers are sent again. */
  release_hold: "admin",
  manage_people: "admin",
  read_audit: "admin",
} as const satisfies Record<string, Role>;

export type Act = keyof typeof leastRole;
export const acts = Object.keys(leastRole) as Act[];

/** Whether a role may do something. */
export function may(role: Role, act: Act): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRole[act]);
}

/** The least role that may do it, for the sentence that refuses the others. */
export function roleFor(act: Act): Role {
  return leastRole[act];
}

/** What a role is called, and what it may do in one line. */
export const roleWords: Record<Role, { name: string; can: string }> = {
  support: { name: "Support", can: "Sees everything, searches, writes notes" },
  finance: { name: "Finance", can: "Also quotes, creates and exports transfers, resolves unknown outcomes" },
  admin: {
    name: "Admin",
    can: "Also manages people, reads the audit log, allows new transfers after a hold",
  },
};
