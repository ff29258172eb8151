import { endpoints } from "#lib/contract/offramp";
import {
  answer,
  type Behaviour,
  type FaultyService,
  goodAddress,
  quoteWell,
  startFaultyService,
} from "#lib/testing/service/faulty-service";

/** The service of the crash tests: it counts what it saw of each transfer, and signals the steps of a call. */
export type CountingService = Omit<FaultyService, "calls" | "callsOf" | "behave" | "recover" | "server"> & {
  /** How many requests for a transfer have arrived, whole or in part. */
  arrived: () => number;
  /** Of these, how many whole ones were for an account number. */
  asked: (accountNumber: string) => number;
  /** What it has created, by account number, with the callback URL that it was given. */
  created: (accountNumber: string) => { transactionId: string; callbackUrl: string }[];
  /** Runs once, at the next step of that kind. */
  onNext: (step: "reads answered" | "connection" | "headers", handler: () => void) => void;
  /** Runs once, and is waited for, before the next quote is answered. */
  beforeQuote: (handler: () => Promise<void>) => void;
  /** Answers the initiates from now on; `create` makes the transfer and gives the answer's text. */
  onInitiate: (behaviour: (create: () => string, ...rest: Parameters<Behaviour>) => void) => void;
};

type Created = { accountNumber: string; transactionId: string; callbackUrl: string };
/** What the dashboard asks before it records an intent: the quote and the business. */
const readsOfSubmission = 2;

/** Starts it. A connection counts as the transfer's own after both reads of its submission were answered. */
export async function startCountingService(): Promise<CountingService> {
  const service = await startFaultyService();
  const created: Created[] = [];
  const asked = new Map<string, number>();
  const handlers = new Map<string, () => void>();
  let beforeQuote: (() => Promise<void>) | undefined;
  let arrived = 0;
  let reads = 0;
  const signal = (step: string) => {
    const handler = handlers.get(step);
    handlers.delete(step);
    handler?.();
  };
  service.server.on("connection", () => {
    if (reads >= readsOfSubmission) signal("connection");
  });
  service.server.on("request", ({ url }, response) => {
    if (url === endpoints.initiate.path) {
      arrived += 1;
      signal("headers");
    } else if (url === endpoints.quote.path || url === endpoints.business.path) {
      response.on("finish", () => {
        reads += 1;
        if (reads === readsOfSubmission) signal("reads answered");
      });
    }
  });
  service.behave("quote", async (response, call) => {
    const handler = beforeQuote;
    beforeQuote = undefined;
    await handler?.();
    quoteWell(response, call);
  });
  const onInitiate: CountingService["onInitiate"] = (behaviour) => {
    handlers.clear();
    reads = 0;
    service.behave("initiate", (response, call) => {
      const accountNumber = /"accountNumber":"(\d+)"/.exec(call.body)?.[1] ?? "";
      asked.set(accountNumber, (asked.get(accountNumber) ?? 0) + 1);
      behaviour(() => create(created, call.body), response, call);
    });
  };
  onInitiate(answerWell);
  return {
    baseUrl: service.baseUrl,
    arrived: () => arrived,
    asked: (accountNumber) => asked.get(accountNumber) ?? 0,
    created: (accountNumber) => created.filter((one) => one.accountNumber === accountNumber),
    onNext: (step, handler) => void handlers.set(step, handler),
    beforeQuote: (handler) => {
      beforeQuote = handler;
    },
    onInitiate,
    close: service.close,
  };
}

/** Creates the transfer and says so. */
export const answerWell: Parameters<CountingService["onInitiate"]>[0] = (create, response, call) =>
  answer(200, create())(response, call);

function create(created: Created[], body: string): string {
  const { accountNumber, callbackUrl } = JSON.parse(body) as Created;
  const transactionId = `txn_${created.length + 1}`;
  created.push({ accountNumber, callbackUrl, transactionId });
  return JSON.stringify({ success: true, address: goodAddress, transactionId });
}
