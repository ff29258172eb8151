import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Batch, CreatedRows } from "#lib/features/bulk/batches/batch-answers";
import type {
  AgreeInput,
  BatchChange,
  BatchInput,
  BatchRowChange,
} from "#lib/features/bulk/batches/batch-input";
import { type SendOptions, startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";

export type BatchDashboard = ReturnType<typeof driveBatches>;

/** What a page does with batches. */
export function driveBatches(dashboard: TestDashboard) {
  const send = (method: string, path: string, options?: SendOptions) =>
    dashboard.send<Batch>(method, `/api/batches${path}`, options);
  const make = async (input: Partial<BatchInput>, key: string = randomUUID()) => {
    const body = { name: "Salaries", asset: "base:usdc", ...input };
    return send("POST", "", { body, headers: { "idempotency-key": key } });
  };
  const read = async (id: string, query = "") => (await send("GET", `/${id}${query}`)).body;
  const agree = async (id: string, change: Partial<AgreeInput> = {}) => {
    const { seen, rates } = await read(id);
    const shown = rates.map(({ asset, rate }) => ({ asset, rate }));
    return send("POST", `/${id}/agree`, { body: { seen: `${seen}`, rates: shown, ...change } });
  };
  const create = (id: string, body: object = {}) =>
    dashboard.send<CreatedRows>("POST", `/api/batches/${id}/create`, { body });
  /** Until nothing is left to create, or it has stopped. */
  const createAll = async (id: string) => {
    for (let calls = 0; calls < 100; calls++) {
      const { status, body, problem } = await create(id);
      if (status !== 200) throw new Error(JSON.stringify(problem));
      if (body.stopped !== null || body.counts.toGo === 0) return read(id);
    }
    throw new Error("It is never done.");
  };
  return {
    dashboard,
    ...{ send, make, read, agree, create, createAll },
    change: (id: string, body: BatchChange) => send("PATCH", `/${id}`, { body }),
    changeRow: (id: string, n: number, body: BatchRowChange) => send("PATCH", `/${id}/rows/${n}`, { body }),
    /** One that is agreed to. */
    agreed: async (text: string) => {
      const { body } = await make({ text });
      const answer = await agree(body.id);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem));
      return body.id;
    },
  };
}

/** On the sandbox, or on the service that the variables name; it ends with the test. */
export async function startBatches(variables: Record<string, string> = {}): Promise<BatchDashboard> {
  const dashboard = await startDashboard(variables);
  onTestFinished(() => dashboard.close());
  return driveBatches(dashboard);
}
