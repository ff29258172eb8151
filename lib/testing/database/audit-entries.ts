import type { AuditEntry, AuditOrigin } from "#lib/server/audit/audit";

/** Somebody who is known, at a browser. */
export const ada = {
  actor: { id: "person_ada", name: "ada@example.com" },
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
} satisfies AuditOrigin;
/** A command on the server. */
export const command = { actor: null, address: null, userAgent: null } satisfies AuditOrigin;

const texts = (at: number): AuditEntry[] => [
  { ...ada, action: "signed_in", recordId: "person_ada", detail: { secondFactor: "authenticator_code" } },
  {
    ...ada,
    action: "transfer_created",
    recordId: `transfer_${at}`,
    detail: { amount: `${at + 1}.50`, asset: "base:usdc", accountLastFour: "6789" },
  },
  { ...ada, action: "note_added", recordId: `transfer_${at}`, detail: {} },
  { ...command, action: "password_reset", recordId: "person_ben", detail: { by: "a_command" } },
  { ...command, address: "2001:db8::1", action: "sign_in_failed", recordId: null, detail: {} },
];

/** So many entries, of several kinds in turn. */
export function entriesOf(count: number): AuditEntry[] {
  return Array.from({ length: count }, (_, at) => texts(at)[at % 5] as AuditEntry);
}
