import * as z from "zod/mini";
import { endpointForms } from "#lib/contract/outbox/endpoint-forms";
import { offReasons } from "#lib/contract/outbox/off-reasons";
import { Moment } from "#lib/contract/transfer/answer-parts";
import { deliveryStates } from "./delivery-states";

const endpoint = {
  id: z.uuid(),
  name: z.string(),
  form: z
    .enum(endpointForms)
    .check(z.describe("`standard`: Standard Webhooks; the others: a message of Slack or Microsoft Teams.")),
  origin: z.string().check(z.describe("Scheme and host of its URL; the rest may hold a token.")),
  kinds: z.array(z.string()),
  isOn: z.boolean(),
  offWhy: z
    .nullable(z.enum(offReasons))
    .check(z.describe("Why the dashboard turned it off; `null` where a person did, and while it is on.")),
  failingSince: z.nullable(Moment).check(z.describe("Nothing was delivered since; `null` while it is well.")),
  restUntil: z.nullable(Moment).check(z.describe("It is not tried before.")),
  lastResult: z.nullable(z.string()).check(z.describe("Of the newest try: a status, or a word.")),
  lastDeliveredAt: z.nullable(Moment),
  waiting: z.int().check(z.describe("Deliveries that wait; counted up to 10,000.")),
  previousUntil: z
    .nullable(Moment)
    .check(z.describe("Until then the secret before also signs; `null` where none does.")),
  createdAt: Moment,
  createdBy: z.nullable(z.string()).check(z.describe("The person's name.")),
};
export const Endpoint = z.strictObject(endpoint);
export const Endpoints = z.strictObject({ endpoints: z.array(Endpoint).check(z.describe("By name.")) });
export const EndpointWithUrl = z.strictObject({
  ...endpoint,
  url: z
    .nullable(z.string())
    .check(z.describe("`null` for Slack and Teams: there it is the secret, and is never shown.")),
});

const secret = z
  .nullable(z.string())
  .check(z.describe("`whsec_…`. Only this answer contains it. `null` for Slack and Teams."));
export const NewEndpoint = z.strictObject({ endpoint: Endpoint, secret });

export const Withdrawn = z.strictObject({ withdrawn: z.int() });
export const TestDelivery = z.strictObject({
  id: z.string().check(z.describe("Of the delivery: it is also the header `webhook-id`.")),
});
export const Replayed = z.strictObject({ count: z.int().check(z.describe("How many are sent again.")) });

export const Delivery = z.strictObject({
  id: z.string().check(z.describe("`msg_…`, the same at each try.")),
  channel: z.enum(["webhook", "mail"]),
  kind: z.string(),
  transferId: z.nullable(z.string()),
  endpointId: z.nullable(z.string()),
  receiver: z.nullable(z.string()).check(z.describe("The endpoint's name, or the person's.")),
  isReceiverGone: z.boolean().check(z.describe("The endpoint was removed.")),
  state: z.enum(deliveryStates),
  createdAt: Moment,
  dueAt: z.nullable(Moment).check(z.describe("The next try, while it waits.")),
  doneAt: z.nullable(Moment),
  attempts: z.int(),
  lastResult: z.nullable(z.string()),
  tries: z
    .array(
      z.strictObject({
        at: Moment,
        ms: z.int(),
        status: z.nullable(z.int()),
        code: z.nullable(z.string()),
      }),
    )
    .check(z.describe("The newest 20, newest first. Nothing of the receiver's answer but its status.")),
});
export const DeliveryPage = z.strictObject({
  items: z.array(Delivery),
  nextCursor: z.nullable(z.string()),
});
