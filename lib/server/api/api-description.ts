import "server-only";
import { describeApi } from "#lib/operations/openapi";
import { cookieRules } from "#lib/server/auth/auth";
import { env, inputRules } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";

/** The description of our API with this server's asset table, version and cookie (OpenAPI 3.1). */
export function apiDescription(): object {
  return once("api-description", () =>
    describeApi({ version: env().version, rules: inputRules(), cookie: cookieRules().session }),
  );
}
