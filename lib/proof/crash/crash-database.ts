import type { Watcher } from "./watcher";

/** A database that outlives the servers on it. */
export type CrashDatabase = {
  /** Its DATABASE_URL. */
  url: string;
  /** Reads it as it stands; `?` stands for the next value. Gives no rows where the tables do not exist yet. */
  peek: <Row = Record<string, unknown>>(query: string, ...values: string[]) => Promise<Row[]>;
  /** Waits until nothing that a killed process has begun is under way any more. */
  rest: () => Promise<void>;
  /** A watcher from outside, for one crash. */
  watch: () => Promise<Watcher>;
  drop: () => Promise<void>;
};

/** What keeps the databases of a run. */
export type Engine = {
  newDatabase: () => Promise<CrashDatabase>;
  close: () => Promise<void>;
};
