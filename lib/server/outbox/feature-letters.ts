import type { FeatureKind, MailChoice } from "#lib/contract/outbox/mail-kinds";
import { hook } from "#lib/server/config/hook";
import type { Db, PersonRow } from "#lib/server/tables/schema";
import type { Letter } from "./letter";

/** Invariant: a mail of a feature is written and chosen as every other, and only the feature knows what it says. */

export type FeatureLetters = {
  kinds: readonly FeatureKind[];
  /** Those of them that nobody turns off. */
  always?: readonly FeatureKind[];
  /** By which a person takes them or not. */
  choice: MailChoice;
  /** Whether anything of it can come, so that nobody is asked about mail that never does. */
  isOffered(): Promise<boolean>;
  /** `undefined` where this person is not to get it any more. Throws `ZodError` or `SyntaxError` for a body that can't be read. */
  letterFor(
    ledger: Db,
    mail: { kind: FeatureKind; body: string; at: string },
    person: PersonRow,
  ): Promise<Letter | undefined>;
};

export const featureLetters = hook<FeatureLetters>("letters");
