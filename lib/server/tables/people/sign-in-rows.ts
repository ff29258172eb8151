import type { Role } from "#lib/contract/roles";
import type { PersonRow } from "./person-row";

type SessionRow = {
  id: string;
  /** SHA-256 of the cookie's token, which is stored nowhere. */
  token_hash: string;
  person_id: string;
  expires_at: string;
  /** To the minute; a page that refreshes doesn't count. */
  last_seen_at: string;
  /** When the person last confirmed who they are: at sign-in, or later. */
  confirmed_at: string;
  address: string | null;
  user_agent: string | null;
  /** The version that the sign-in was judged under; a session of another one is void. */
  sign_in_version: number;
  /** 1 when made with a second factor; otherwise void for a person who has one. */
  has_second_factor: number;
  created_at: string;
  updated_at: string;
};

type CredentialRow = {
  id: string;
  person_id: string;
  account_id: string;
  provider_id: "credential";
  password_hash: string | null;
  created_at: string;
  updated_at: string;
};

type SecondFactorRow = {
  id: string;
  person_id: string;
  encrypted_secret: string;
  encrypted_recovery_codes: string;
  is_verified: number;
  failed_count: number;
  locked_until: string | null;
  /** The newest time step used: it, and those before it, no longer work. */
  last_step: number;
};

/** A sign-in that waits for its second factor, and its attempts. */
type ChallengeRow = {
  id: string;
  identifier: string;
  value: string;
  /** The version that the password was judged under. */
  sign_in_version: number;
  expires_at: string;
  created_at: string;
  updated_at: string;
};

/** The first admin, a new person, a new password. */
type LinkKind = "setup" | "invitation" | "password";

export type OneTimeLinkRow = {
  token_hash: string;
  id: string;
  kind: LinkKind;
  email: string | null;
  role: Role | null;
  person_id: string | null;
  created_by: string | null;
  created_at: string;
  expires_at: string;
};

export type PeopleTables = {
  people: PersonRow;
  sessions: SessionRow;
  credentials: CredentialRow;
  second_factors: SecondFactorRow;
  challenges: ChallengeRow;
  one_time_links: OneTimeLinkRow;
};
