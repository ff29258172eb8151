import { setup as bundleScripts } from "#lib/testing/servers/bundle";
import { startDashboard } from "./dashboard";
import { keepPrepared } from "./prepared";

/** What all journeys share, made once: scripts that start quickly, and data in which the owner is signed in. */
export default async function prepareJourneys(): Promise<() => void> {
  const dropBundle = await bundleScripts();
  const dashboard = await startDashboard();
  const dropData = keepPrepared(dashboard);
  await dashboard.stop();
  return () => {
    dropData();
    dropBundle();
  };
}
