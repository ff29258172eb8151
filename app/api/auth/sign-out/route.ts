import { route } from "#lib/server/api/route";
import { signOut } from "#lib/server/people/account";

export const POST = route("POST /api/auth/sign-out", async ({ actor, request }) => ({
  body: { next: "login" },
  cookies: await signOut(actor, request.headers.get("cookie")),
  // Clears the pages that the browser keeps for Back. The theme's cookie stays.
  headers: { "clear-site-data": '"cache", "storage"' },
}));
