import { logoTypes } from "#lib/contract/letterhead/letterhead";
import { route } from "#lib/server/api/route";
import { findLogo } from "#lib/server/letterhead/letterhead";

/** For an <img> alone: opened by itself it is inert (`policyOfPicture`). */
export const GET = route("GET /api/letterhead/logo", async ({ query }) => {
  const { type, bytes } = await findLogo(query);
  return {
    body: new Blob([new Uint8Array(bytes)]).stream(),
    headers: {
      "content-type": logoTypes[type],
      "content-length": `${bytes.length}`,
      "cache-control":
        query.hash === undefined ? "no-store" : "private, max-age=31536000, immutable, no-transform",
    },
  };
});
