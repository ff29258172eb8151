import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from "kysely";
import { once } from "#lib/server/config/once";
import { db } from "#lib/server/database/db";
import type { Db } from "#lib/server/tables/schema";

/** How the engines would go about what is asked of them. */

/** Keeps what is asked of the database, and counts what it answers. */
class Spy implements KyselyPlugin {
  /** Of the database; the parts of a query that is put together are in `nodes` as well. */
  answers = 0;
  rows = 0;
  /** Of the rows, as JSON. */
  bytes = 0;
  readonly nodes: {
    node: RootOperationNode;
    queryId: Parameters<KyselyPlugin["transformQuery"]>[0]["queryId"];
  }[] = [];
  transformQuery({ node, queryId }: Parameters<KyselyPlugin["transformQuery"]>[0]) {
    this.nodes.push({ node, queryId });
    return node;
  }
  async transformResult({ result }: Parameters<KyselyPlugin["transformResult"]>[0]) {
    this.answers += 1;
    this.rows += result.rows.length;
    for (const row of result.rows) this.bytes += Buffer.byteLength(JSON.stringify(row));
    return result;
  }
  queries(ledger: Db): CompiledQuery[] {
    return this.nodes.map(({ node, queryId }) => ledger.getExecutor().compileQuery(node, queryId));
  }
}

/** Every query that some reading takes, as the engine gets it. */
export async function queriesOf(
  ledger: Db,
  read: (watched: Db) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const spy = new Spy();
  await read(ledger.withPlugin(spy));
  return spy.queries(ledger);
}

/** What the dashboard of this process asks of its database during an act, and how much it is answered. */
export async function askedDuring(act: () => Promise<unknown>) {
  const ledger = await db();
  const holder = once<{ opened: Promise<Db> | undefined }>("db", () => ({ opened: undefined }));
  const spy = new Spy();
  holder.opened = Promise.resolve(ledger.withPlugin(spy));
  await act();
  holder.opened = Promise.resolve(ledger);
  return { queries: spy.queries(ledger), answers: spy.answers, rows: spy.rows, bytes: spy.bytes };
}

/** How SQLite goes about a query. */
export async function stepsOf(ledger: Db, query: CompiledQuery) {
  const text = `explain query plan ${query.sql}`;
  type Step = { parent: number; detail: string };
  return (await ledger.executeQuery<Step>(CompiledQuery.raw(text, [...query.parameters]))).rows;
}

/** How PostgreSQL would go about a query of a large ledger: this one is small enough to be read whole at times. */
export function planOf(ledger: Db, { sql: text, parameters }: CompiledQuery) {
  return ledger.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
    const { rows: plan } = await trx.executeQuery<{ "QUERY PLAN": { Plan: Record<string, unknown> }[] }>(
      explained,
    );
    return plan[0]?.["QUERY PLAN"][0]?.Plan ?? {};
  });
}

/** How many rows each step of PostgreSQL's plan has read, at the worst of them. */
export function mostRead(plan: Record<string, unknown>): number {
  return Math.max(rowsOf(plan), ...((plan.Plans ?? []) as Record<string, unknown>[]).map(mostRead));
}

/** How many rows PostgreSQL reads for these queries, from tables and indexes alone. */
export async function readBy(ledger: Db, queries: readonly CompiledQuery[]): Promise<number> {
  let sum = 0;
  for (const query of queries) sum += scanned(await planAsIs(ledger, query));
  return sum;
}

type Plan = Record<string, unknown>;

async function planAsIs(ledger: Db, { sql: text, parameters }: CompiledQuery): Promise<Plan> {
  const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
  const { rows } = await ledger.executeQuery<{ "QUERY PLAN": { Plan: Plan }[] }>(explained);
  return rows[0]?.["QUERY PLAN"][0]?.Plan ?? {};
}

function scanned(plan: Plan): number {
  const below = (plan.Plans ?? []) as Plan[];
  const isScan = String(plan["Node Type"]).endsWith("Scan") && below.length === 0;
  return (isScan ? rowsOf(plan) : 0) + below.reduce((sum, each) => sum + scanned(each), 0);
}

function rowsOf(plan: Plan): number {
  const one = Number(plan["Actual Rows"] ?? 0) + Number(plan["Rows Removed by Filter"] ?? 0);
  return one * Number(plan["Actual Loops"] ?? 1);
}
