import { type Kysely, sql } from "kysely";
import { ConfigurationError } from "#lib/server/config/env";

/** Invariant: tables are made where the role works, and never beside those in a schema it doesn't look in. */

type Place = { schema: string | null; may_create: boolean; is_made: boolean; elsewhere: string | null };

/** Throws {@link ConfigurationError} where this dashboard's tables can't be made. */
export async function refuseUnusableSchema<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Place>`
    select current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      to_regclass('kysely_migration') is not null as is_made,
      (select min(nspname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relname = 'kysely_migration' and relkind = 'r') as elsewhere`.execute(db);
  const fault = rows.map(faultOf).find((each) => each !== undefined);
  if (fault !== undefined) throw new ConfigurationError([fault]);
}

function faultOf({ schema, may_create, is_made, elsewhere }: Place): string | undefined {
  if (is_made) return undefined;
  if (elsewhere !== null)
    return `The database has tables in the schema ${elsewhere}, where the user in DATABASE_URL does not look. If they are this dashboard's, set the user's search_path to ${elsewhere}; if they are another program's, give the dashboard a database of its own.`;
  if (schema === null)
    return "The user in DATABASE_URL has no schema to work in. Create the one that its search_path names, or set its search_path to public.";
  if (!may_create)
    return `The user in DATABASE_URL may not create tables in the schema ${schema}. Let it own the database, or grant it: grant create on schema ${schema} to the user.`;
  return undefined;
}
