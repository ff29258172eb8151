import "server-only";
import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres } from "#lib/server/tables/engine";
import { addAmountIndex } from "./amount-index";
import { addAttention } from "./attention-columns";
import { addCanonicalForms } from "./canonical/canonical-forms";
import { addContradictions } from "./contradiction-columns";
import { addCover } from "./cover-tables";
import { addDeliveries } from "./delivery-tables";
import { addDeposits, addFundings, addNodeDisputes } from "./deposit-tables";
import { addInsight } from "./insight-tables";
import { addLetterhead } from "./letterhead-table";
import { addDrafts, addPayLinks } from "./passing-tables";
import { addPayeeCover } from "./payee-cover";
import { addPayees } from "./payee-tables";
import { createReadinessTable } from "./readiness-table";
import { addReading } from "./reading-table";
import { addArrivals, addReceived } from "./received-tables";
import { addSearchIndexes } from "./search/search-indexes";
import { addSearch, splitOpen } from "./search/search-tables";
import { addTextWords, indexParts } from "./search/text-words";
import { addViews } from "./search/view-table";
import { addDatabaseServer } from "./server-table";
import { createSignInTables } from "./sign-in-tables";
import { addSignInVersions } from "./sign-in-versions";
import { addAttentionOrder } from "./standing/attention-order";
import { addBlindness } from "./standing/blind-columns";
import { addReadingColumns } from "./standing/reading-columns";
import { addRecordCover } from "./standing/record-cover";
import { addStanding } from "./standing/standing-tables";
import { addTextTotals } from "./text-totals";

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
        .addColumn("person_name", "text")
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
  "0003_audit": {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable("audit_log")
        .addColumn("seq", "integer", (column) => column.primaryKey())
        .addColumn("at", "text", (column) => column.notNull())
        .addColumn("actor_id", "text")
        .addColumn("actor_name", "text")
        .addColumn("address", "text")
        .addColumn("user_agent", "text")
        .addColumn("action", "text", (column) => column.notNull())
        .addColumn("record_kind", "text")
        .addColumn("record_id", "text")
        .addColumn("detail", "text", (column) => column.notNull())
        .addColumn("previous_hash", "text", (column) => column.notNull())
        .addColumn("hash", "text", (column) => column.notNull())
        .execute();
      for (const column of ["actor_id", "actor_name", "action", "record_id"]) {
        const index = db.schema.createIndex(`audit_log_${column}`).on("audit_log");
        await index.columns([column, "seq"]).execute();
      }
      await db.schema.createIndex("audit_log_at").on("audit_log").column("at").execute();
      await db.schema
        .createTable("audit_head")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("seq", "integer", (column) => column.notNull())
        .addColumn("hash", "text", (column) => column.notNull())
        .execute();
      // Written out and not imported: a migration that has landed never changes.
      const start = { id: 1, seq: 0, hash: "0".repeat(64) };
      await (db as Kysely<{ audit_head: typeof start }>).insertInto("audit_head").values(start).execute();
    },
  },
  "0004_sign_in": { up: createSignInTables },
  "0005_senders_of_claims": {
    up: async (db: Kysely<unknown>) => {
      await db.schema.alterTable("transfers").addColumn("dispatched_by", "integer").execute();
    },
  },
  "0006_search": { up: addSearch },
  "0007_lists_of_attention": { up: splitOpen },
  "0008_room_for_updates": {
    up: async (db: Kysely<unknown>) => {
      // A transfer is written a few times soon after it is made: a new version beside the old one changes no index.
      if (isPostgres(db)) await sql`alter table transfers set (fillfactor = 75)`.execute(db);
    },
  },
  "0009_sign_in_versions": { up: addSignInVersions },
  "0010_contradictions": { up: addContradictions },
  "0011_reading": { up: addReading },
  "0012_received": { up: addReceived },
  "0013_cover": { up: addCover },
  "0014_readiness": { up: createReadinessTable },
  "0015_database_server": { up: addDatabaseServer },
  "0016_attention": { up: addAttention },
  "0017_search_indexes": { up: addSearchIndexes },
  "0018_payees": { up: addPayees },
  "0019_drafts": { up: addDrafts },
  "0020_order_by_amount": { up: addAmountIndex },
  "0021_payee_cover": { up: addPayeeCover },
  "0022_deposits": { up: addDeposits },
  "0023_pay_links": { up: addPayLinks },
  "0024_fundings": { up: addFundings },
  "0025_insight": { up: addInsight },
  "0026_deliveries": { up: addDeliveries },
  "0027_node_disputes": { up: addNodeDisputes },
  "0028_arrivals": { up: addArrivals },
  "0029_standing": { up: addStanding },
  "0030_record_cover": { up: addRecordCover },
  "0031_text_totals": { up: addTextTotals },
  "0032_canonical_forms": { up: addCanonicalForms },
  "0033_blindness": { up: addBlindness },
  "0034_reading": { up: addReadingColumns },
  "0045_asked_output": {
    up: (db: Kysely<unknown>) =>
      db.schema.alterTable("transfers").addColumn("asked_output", "text").execute(),
  },
  "0051_attention_order": { up: addAttentionOrder },
  "0052_letterhead": { up: addLetterhead },
  "0053_words_of_texts": { up: addTextWords },
  "0054_parts_of_ids": { up: indexParts },
  "0055_first_steps": {
    up: (db: Kysely<unknown>) =>
      db.schema.alterTable("people").addColumn("first_steps_hidden_at", "text").execute(),
  },
  "0056_views": { up: addViews },
  "0058_due_times": {
    up: (db: Kysely<unknown>) => db.schema.alterTable("transfers").addColumn("due_at", "text").execute(),
  },
  "0060_forms_of_endpoints": {
    up: (db: Kysely<unknown>) =>
      db.schema
        .alterTable("endpoints")
        .addColumn("form", "text", (column) => column.notNull().defaultTo("standard"))
        .execute(),
  },
};
