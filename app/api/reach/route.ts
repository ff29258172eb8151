import { route } from "#lib/server/api/route";
import { checkReach } from "#lib/server/doctor/reach-checks";

/** A POST, since it asks our own public address. */
export const POST = route("POST /api/reach", async () => {
  const { value } = await checkReach().next();
  return { body: { isReached: value?.level === "ok", text: value?.text ?? "" } };
});
