import * as z from "zod/mini";
import { givenIn, like, readVariables, type Variables, whole } from "./env-values";

/** What the sandbox is started with; the port counts only when it runs alone. */
const variables = {
  SANDBOX_PORT: whole(1, 65_535, 4000),
  /** Unset: the one that is kept beside the store. */
  SANDBOX_API_KEY: z.optional(
    like(/^[\x21-\x7e]{1,256}$/, "must be 1 to 256 visible ASCII characters without spaces."),
  ),
  SANDBOX_BUSINESS_STATUS: z._default(
    like(/^[\x20-\x7e]{1,64}$/, "must be 1 to 64 ASCII characters, such as active or suspended."),
    "active",
  ),
  SANDBOX_DATABASE: z._default(like(/^[^\0]+$/, 'must be a file, or ":memory:".'), "./data/sandbox.db"),
};

/** Reads the settings. Gives them, or every fault at once, without its value. */
export function readSandboxSettings(env: Variables) {
  const faults: string[] = [];
  const read = readVariables(variables, givenIn(env), (message) => void faults.push(message));
  if (faults.length > 0) return { faults };
  return {
    settings: {
      port: read.SANDBOX_PORT,
      apiKey: read.SANDBOX_API_KEY,
      businessStatus: read.SANDBOX_BUSINESS_STATUS,
      databaseFile: read.SANDBOX_DATABASE,
    },
  };
}
