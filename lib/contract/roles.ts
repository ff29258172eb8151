/** What a person may do, by role. Pages and handlers each ask for themselves. */

/** Each role may do what the ones before it may. */
export const roles = ["support", "finance", "admin"] as const;
export type Role = (typeof roles)[number];

export type Person = {
  id: string;
  name: string;
  /** What they sign in with, in lower case. */
  email: string;
  role: Role;
  hasSecondFactor: boolean;
};

/** Every act, with the least role that may do it. */
const leastRole = {
  /** See to their own account: password, second factor, sessions. */
  keep_own_account: "support",
  /** Business, banks, transfers, attention, search, full account numbers. */
  read: "support",
  /** Add a note, and mark a transfer as matched or resolved. */
  note: "support",
  /** The service's rate; nothing is created. */
  quote: "support",
  create: "finance",
  /** Let what a colleague asked for be sent, or decline it. */
  approve: "finance",
  /** Set the rules by which payouts wait for an approval. */
  set_controls: "admin",
  /** Ask a browser wallet to send, and close such a request. */
  fund: "finance",
  /** Save, rename and archive payees, and change their accounts. */
  keep_payees: "finance",
  /** With full account numbers. */
  export: "finance",
  /** Make and end a link by which somebody else pays a transfer. */
  share_payment: "finance",
  /** Send the advice of a transfer that was reported paid to an e-mail address. */
  send_advice: "finance",
  /** Name a list for everybody, and rename or delete such a name. */
  share_views: "finance",
  /** Mark own accounts, bring their statements, and say which line is which payout. */
  keep_books: "finance",
  /** Say what became of an unknown outcome. */
  resolve: "finance",
  /** Say what a word of the service means, for all transfers. */
  teach_words: "admin",
  /** Sandbox mode: set a transfer's status. */
  drive: "finance",
  /** After comparing the ledger with the service's records. */
  release_hold: "admin",
  manage_people: "admin",
  read_audit: "admin",
  /** Where messages are sent, their secrets, and what was sent. */
  manage_webhooks: "admin",
  /** The business's name, address, numbers and logo on each payment advice. */
  keep_letterhead: "admin",
} as const satisfies Record<string, Role>;

export type Act = keyof typeof leastRole;
export const acts = Object.keys(leastRole) as Act[];

export function may(role: Role, act: Act): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRole[act]);
}

/** For the sentence that refuses the others. */
export function roleFor(act: Act): Role {
  return leastRole[act];
}

export const roleWords: Record<Role, { name: string; can: string }> = {
  support: { name: "Support", can: "Sees everything, searches, quotes, writes notes" },
  finance: {
    name: "Finance",
    can: "Also creates and exports transfers, manages payees, resolves unknown outcomes",
  },
  admin: {
    name: "Admin",
    can: "Also manages people and webhooks, reads the audit log, allows new transfers after a hold",
  },
};
