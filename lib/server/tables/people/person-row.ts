import type { ApprovalHoldReason } from "#lib/contract/people";
import type { Role } from "#lib/contract/roles";

/** Somebody with an account. */
export type PersonRow = {
  id: string;
  name: string;
  /** Lower case; what a person signs in with. */
  email: string;
  email_verified: number;
  image: string | null;
  role: Role;
  is_disabled: number;
  two_factor_enabled: number;
  /** Grows with every change of what a sign-in is judged by. */
  sign_in_version: number;
  created_at: string;
  updated_at: string;
  /** When they put the overview's first steps away. */
  first_steps_hidden_at: string | null;
  /** Until then they approve nothing, and by what that began; null where nothing did. */
  approves_from: string | null;
  approves_from_why: ApprovalHoldReason | null;
};
