import pg from "pg";
import { slowDown, watchLimitMs } from "./kill-at-step.mjs";

/**
 * A process beside the server that watches its PostgreSQL database, or holds its tables. The database itself looks for
 * the step again and again, and answers once: an answer for each look would come too late.
 */
const [connectionString] = process.argv.slice(2);
/** Between two looks of the database. */
const pauseSeconds = 0.000_1;
/** How many tables and indexes the migration of an empty database has taken for itself before it commits. */
const takenAtEnd = 253;
const held = "LOCK TABLE transfers, transfer_events, received IN EXCLUSIVE MODE";
const taken = `SELECT 1 FROM pg_locks WHERE locktype = 'relation' AND mode = 'AccessExclusiveLock'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

process.on("message", async ({ hold, killWhen, pid }) => {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  // The database ends what this process has begun, too, when it is killed.
  await client.query("SET client_connection_check_interval = '20ms'");
  if (hold) {
    await client.query(`BEGIN; ${held}`);
    process.send("held");
    return;
  }
  const count = Math.floor(Math.random() * takenAtEnd);
  const step = killWhen ?? `${taken} HAVING count(*) > ${count}`;
  slowDown(pid);
  process.send("watching", async () => {
    await client.query(untilStep(step));
    process.kill(pid, "SIGKILL");
  });
});
process.send("ready");

/** Each look is a statement of its own, which sees what was committed by then. */
function untilStep(step) {
  return `DO $watch$
    DECLARE stop_at timestamptz := clock_timestamp() + interval '${watchLimitMs} milliseconds';
    BEGIN
      LOOP
        EXIT WHEN EXISTS (${step}) OR clock_timestamp() > stop_at;
        PERFORM pg_sleep(${pauseSeconds});
      END LOOP;
    END $watch$`;
}
