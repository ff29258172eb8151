import { execFile } from "node:child_process";
import type { FaultyService } from "#lib/testing/service/faulty-service";
import { testKey } from "#lib/testing/service/faulty-service";
import { testSecret } from "#lib/testing/sign-in/test-secret";
import type { Instance } from "./instances";
import { seriesOf } from "./metrics";
import { scriptArgs } from "./script";
import { root } from "./server-process";

export const metricsToken = "metrics-token-of-the-tests-0123456789";

/** What `/readyz` and the metric say of a server's database. */
export async function lightsOf({ ask }: Instance): Promise<{ readyz: number; up: number | undefined }> {
  const { status } = await ask("GET", "/readyz");
  const metrics = await ask("GET", "/metrics", undefined, { authorization: `Bearer ${metricsToken}` });
  return { readyz: status, up: seriesOf(await metrics.text()).get("dashboard_database_up") };
}

/** Another program may start the doctor, such as one that limits it. */
type Asked = { topic?: string; starter?: readonly string[]; variables?: Record<string, string> };

/** The lines of `npm run doctor` about one topic, which is the database unless another is named. */
export async function askDoctor(
  service: FaultyService,
  databaseUrl: string,
  { topic = "database", starter = [], variables = {} }: Asked = {},
): Promise<string[]> {
  const [program = "", ...args] = [...starter, process.execPath, ...scriptArgs("lib/commands/doctor.ts")];
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
    OFFRAMP_BASE_URL: service.baseUrl,
    OFFRAMP_API_KEY: testKey,
    ...variables,
  };
  // It ends with 1 where anything is bad.
  const said = await new Promise<string>((resolve) => {
    execFile(program, args, { cwd: root, env }, (_error, stdout) => resolve(stdout));
  });
  return said
    .split("\n")
    .map((line) => line.replace(/^(\w+) +/, "$1 "))
    .filter((line) => line.split(" ", 2)[1] === `${topic}:`);
}
