import "server-only";
import type { Kysely, Migration } from "kysely";

/** Invariant: a migration that has landed never changes; the next one is added below it. */
export const migrations: Record<string, Migration> = {
  "0001_transfers": {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable("transfers")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("idempotency_key", "text", (column) => column.notNull().unique())
        .addColumn("content_hash", "text", (column) => column.notNull())
        .addColumn("created_at", "text", (column) => column.notNull())
        .addColumn("updated_at", "text", (column) => column.notNull())
        .addColumn("replaces", "text")
        .addColumn("asset", "text", (column) => column.notNull())
        .addColumn("from_currency", "text", (column) => column.notNull())
        .addColumn("network", "text", (column) => column.notNull())
        .addColumn("amount", "text", (column) => column.notNull())
        .addColumn("currency", "text", (column) => column.notNull())
        .addColumn("country", "text", (column) => column.notNull())
        .addColumn("bank_code", "text", (column) => column.notNull())
        .addColumn("bank_name", "text", (column) => column.notNull())
        .addColumn("account_number", "text", (column) => column.notNull())
        .addColumn("account_name", "text", (column) => column.notNull())
        .addColumn("callback_url", "text")
        .addColumn("accepted_output", "text")
        .addColumn("accepted_quoted_at", "text")
        .addColumn("quote_rate", "text")
        .addColumn("quote_output", "text")
        .addColumn("quote_fee", "text")
        .addColumn("quoted_at", "text")
        .addColumn("transaction_id", "text")
        .addColumn("address", "text")
        .addColumn("address_check", "text")
        .addColumn("callback_token_hash", "text")
        .addColumn("callback_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("dispatch_deadline", "text")
        .addColumn("is_handled", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("has_late_deposit", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("submission", "text", (column) => column.notNull())
        .addColumn("status", "text", (column) => column.notNull())
        .execute();
      const indexes: Record<string, string[]> = {
        transfers_newest: ["created_at", "id"],
        transfers_status: ["status", "created_at", "id"],
        transfers_submission: ["submission", "dispatch_deadline"],
        // Not unique: a value that the service supplies must never make recording fail.
        transfers_transaction_id: ["transaction_id"],
        transfers_address: ["address"],
        transfers_callback_token: ["callback_token_hash"],
        transfers_payee: ["bank_code", "account_number", "created_at"],
      };
      for (const [name, columns] of Object.entries(indexes)) {
        await db.schema.createIndex(name).on("transfers").columns(columns).execute();
      }
      await db.schema
        .createTable("transfer_events")
        .addColumn("transfer_id", "text", (column) => column.notNull().references("transfers.id"))
        .addColumn("seq", "integer", (column) => column.notNull())
        .addColumn("at", "text", (column) => column.notNull())
        .addColumn("source", "text", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("text", "text")
        .addColumn("raw", "text")
        .addColumn("raw_encoding", "text")
        .addColumn("is_truncated", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("body_hash", "text")
        .addColumn("deliveries", "integer", (column) => column.notNull().defaultTo(1))
        .addColumn("claimed_id", "text")
        .addColumn("word", "text")
        .addColumn("is_quarantined", "integer", (column) => column.notNull().defaultTo(0))
        .addPrimaryKeyConstraint("transfer_events_key", ["transfer_id", "seq"])
        .addUniqueConstraint("transfer_events_body", ["transfer_id", "body_hash"])
        .execute();
    },
  },
  "0002_indexes_of_attention": {
    up: async (db: Kysely<unknown>) => {
      const indexes: Record<string, string> = {
        transfers_replaces: "replaces",
        transfers_address_check: "address_check",
        transfers_late_deposit: "has_late_deposit",
      };
      for (const [name, column] of Object.entries(indexes)) {
        await db.schema.createIndex(name).on("transfers").column(column).execute();
      }
    },
  },
  "0003_sign_in": { up: createSignIn },
};

/** The tables of sign-in. Names are ours; `auth/auth.ts` tells the library which of its fields each column is. */
async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("email_verified", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("image", "text")
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("is_disabled", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("two_factor_enabled", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text", (column) => column.notNull())
    .addColumn("address", "text")
    .addColumn("user_agent", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_person").on("sessions").column("person_id").execute();
  await db.schema
    .createTable("credentials")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("provider_id", "text", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("credentials_provider", ["provider_id", "account_id"])
    .execute();
  await db.schema.createIndex("credentials_person").on("credentials").column("person_id").execute();
  await db.schema
    .createTable("second_factors")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().unique().references("people.id"))
    .addColumn("encrypted_secret", "text", (column) => column.notNull())
    .addColumn("encrypted_recovery_codes", "text", (column) => column.notNull())
    .addColumn("is_verified", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failed_count", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("locked_until", "text")
    // The newest time step whose code was taken: it, and those before it, are used up.
    .addColumn("last_step", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("challenges")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("identifier", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("challenges_identifier").on("challenges").column("identifier").execute();
  await db.schema
    .createTable("one_time_links")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("email", "text")
    .addColumn("role", "text")
    .addColumn("person_id", "text", (column) => column.references("people.id"))
    .addColumn("created_by", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("attempts")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .execute();
}
