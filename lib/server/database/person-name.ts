import { type RawBuilder, sql } from "kysely";

/**
 * How a joined row of people is called on a screen: by the name, with the e-mail address where two have one name or the name
 * looks like an address, and by the address alone where there is no name. Null where no row was joined.
 */
export function calledName(people = "people"): RawBuilder<string | null> {
  const [id, name, email] = ["id", "name", "email"].map((column) => sql.ref(`${people}.${column}`));
  return sql`case
    when trim(${name}) = '' or ${name} = ${email} then ${email}
    when ${name} like '%@%' or exists (select 1 from people as others where others.id <> ${id}
      and lower(trim(others.name)) = lower(trim(${name}))) then ${name} || ' (' || ${email} || ')'
    else ${name} end`;
}
