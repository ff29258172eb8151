import "server-only";
import type { Kysely } from "kysely";

/**
 * The tables of sign-in, part of a migration that never changes. Names are ours; `auth/auth.ts` tells the library which
 * of its fields each column is.
 */
export async function createSignInTables(db: Kysely<unknown>): Promise<void> {
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
  await createAttempts(db);
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attempts")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .execute();
}
