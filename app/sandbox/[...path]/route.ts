import { sandboxRoute } from "#lib/server/api/sandbox-route";

export {
  sandboxRoute as DELETE,
  sandboxRoute as GET,
  sandboxRoute as PATCH,
  sandboxRoute as POST,
  sandboxRoute as PUT,
};
