import { describeApi } from "#lib/operations/openapi";
import { cookieRules } from "#lib/server/auth/cookies";
import { env, inputRules } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";

/** OpenAPI 3.1, with this server's asset table, version and cookie. */
export function apiDescription(): object {
  return once("api-description", () =>
    describeApi({ version: env().version, rules: inputRules(), cookie: cookieRules().session }),
  );
}
