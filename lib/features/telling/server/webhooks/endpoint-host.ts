import { auditActions } from "#lib/contract/audit/audit-actions";

/** Takes a URL. Returns its host as a fact of the audit log, or none where the log wouldn't take it. */
export function hostFact(url: string): { host?: string } {
  const { host } = new URL(url);
  return auditActions.endpoint_added.detail.safeParse({ host }).success ? { host } : {};
}
