import { route } from "#lib/server/api/route";
import { signOut } from "#lib/server/people/account";

export const POST = route("POST /api/auth/sign-out", async ({ actor, request }) => ({
  body: { next: "login" },
  cookies: await signOut(actor, request.headers.get("cookie")),
  // The browser forgets the pages that it keeps to go back to. The cookie of the theme stays.
  headers: { "clear-site-data": '"cache", "storage"' },
}));
