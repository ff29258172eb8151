import "server-only";
import { describeApi } from "#lib/contract/openapi";
import { cookieRules } from "./auth/auth";
import { env, inputRules } from "./env";
import { once } from "./once";

/** The description of our API with this server's asset table, version and cookie (OpenAPI 3.1). */
export function apiDescription(): object {
  return once("api-description", () =>
    describeApi({ version: env().version, rules: inputRules(), cookie: cookieRules().session }),
  );
}
