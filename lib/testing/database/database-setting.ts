import { type DatabaseSetting, readDatabase } from "#lib/server/config/database-setting";

/** The setting of a database's URL. Throws for one that the dashboard does not take. */
export function settingOf(url: string): DatabaseSetting {
  const refuse = (message: string) => {
    throw new Error(message);
  };
  const setting = readDatabase(url, refuse, refuse);
  if (setting === undefined) throw new Error("No database.");
  return setting;
}
