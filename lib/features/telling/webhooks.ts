import * as z from "zod/mini";
import { isVisible } from "#lib/contract/api";
import { pageLimit } from "#lib/contract/list-parts";
import { endpointForms } from "#lib/contract/outbox/endpoint-forms";
import { type ChosenKind, chosenKinds } from "#lib/contract/outbox/event-kinds";
import { deliveryStates } from "./delivery-states";
import type * as answers from "./webhook-answers";

/** Where messages are sent, and what was sent. A URL may hold a token, so lists have its origin only. */

export const mostEndpoints = 10;
/** Of one request to send a time's deliveries again. */
export const mostReplayed = 10_000;
/** So long the secret before signs beside the new one. */
export const overlapHours = 24;

const name = z.pipe(
  z.string("Enter a name.").check(
    z.refine((text) => text.trim() !== "", "Enter a name."),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
    z.maxLength(100, "The name is too long: use at most 100 characters."),
  ),
  z.transform((text) => text.trim().replace(/\s+/g, " ").normalize("NFC")),
);

/** The server judges where it leads. */
const urlText = z.string("Enter the address.").check(
  z.maxLength(2_048, "The address is too long: use at most 2,048 characters."),
  z.refine(isVisible, "The address contains an invisible character. Type it again."),
  z.refine((text) => !/\s/.test(text.trim()), "The address contains a space."),
);
const trimmed = z.transform((text: string) => text.trim());
const url = z.pipe(urlText.check(z.refine((text) => text.trim() !== "", "Enter the address.")), trimmed);

const kinds = z
  .array(z.enum(chosenKinds as [ChosenKind, ...ChosenKind[]], "This is not a kind of message."))
  .check(
    z.minLength(1, "Choose at least one kind of message."),
    z.refine((chosen) => new Set(chosen).size === chosen.length, "A kind is chosen twice."),
  );

const form = z.optional(z.enum(endpointForms, "This is not a form of a message."));

/** `POST /api/webhooks`. Without a form it is `standard`. */
export const EndpointInput = z.strictObject({ name, url, kinds, form });
export type EndpointInput = z.output<typeof EndpointInput>;

/** A form for an endpoint whose URL isn't shown: an empty one stays as it is. */
export const HiddenUrlInput = z.strictObject({ name, url: z.pipe(urlText, trimmed), kinds, form });

/** `PATCH /api/webhooks/{id}`. What is left out stays. */
export const EndpointChange = z
  .strictObject({
    name: z.optional(name),
    url: z.optional(url),
    kinds: z.optional(kinds),
    isOn: z.optional(z.boolean("Say whether it is on: true or false.")),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, "Say what to change."));
export type EndpointChange = z.output<typeof EndpointChange>;

const moment = z.iso.datetime("Give a time in UTC, such as 2026-11-20T09:30:00Z.");

/** `POST /api/webhooks/{id}/replay`: what was written in that time, both ends included. */
export const ReplayInput = z.strictObject({ from: moment, to: moment }).check(
  z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ["to"],
    error: "The end is before the start.",
  }),
);
export type ReplayInput = z.output<typeof ReplayInput>;

/** The largest number that both engines' integers can store. */
const largestSeq = 2_147_483_647;

/** `GET /api/deliveries`: newest first. */
export const DeliveryListInput = z.strictObject({
  state: z.optional(z.enum(deliveryStates, "This is not a state of a delivery.")),
  endpoint: z.optional(z.uuid("This is not the ID of an endpoint.")),
  transfer: z.optional(z.uuid("This is not the ID of a transfer.")),
  limit: pageLimit,
  cursor: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^[1-9]\d{0,9}$/.test(text) && Number.parseInt(text, 10) <= largestSeq,
          "This is not a cursor.",
        ),
      ),
  ),
});
export type DeliveryListInput = z.output<typeof DeliveryListInput>;

export type Endpoint = z.output<typeof answers.Endpoint>;
export type NewEndpoint = z.output<typeof answers.NewEndpoint>;
export type Delivery = z.output<typeof answers.Delivery>;
export type DeliveryPage = z.output<typeof answers.DeliveryPage>;
