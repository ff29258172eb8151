import { MailChoiceInput, MailChoices } from "#lib/features/telling/mail-choices";
import * as answers from "#lib/features/telling/webhook-answers";
import {
  DeliveryListInput,
  EndpointChange,
  EndpointInput,
  ReplayInput,
} from "#lib/features/telling/webhooks";
import type { ApiOperations } from "./api-operation";

/** Endpoints that get messages and what was sent to them, and which e-mails a person gets. */

export const webhookOperations = {
  "GET /api/webhooks": {
    id: "listEndpoints",
    text: "The endpoints, by name, each with its state. URLs are cut to scheme and host.",
    may: "manage_webhooks",
    answers: { 200: { text: "At most 10.", schema: answers.Endpoints } },
  },
  "POST /api/webhooks": {
    id: "addEndpoint",
    text: "Adds an endpoint for signed messages (`standard`), or for messages in Slack or Microsoft Teams, whose URL is their secret. A name that is in use is refused, so a repeat adds nothing twice.",
    may: "manage_webhooks",
    isConfirmed: true,
    body: () => EndpointInput,
    answers: { 201: { text: "The endpoint and its secret.", schema: answers.NewEndpoint } },
    problems: ["endpoint_exists", "not_possible_now"],
  },
  "GET /api/webhooks/[id]": {
    id: "getEndpoint",
    text: "An endpoint with its whole URL, to be edited. The URL of a Slack or Teams message is never shown.",
    may: "manage_webhooks",
    answers: { 200: { text: "The endpoint.", schema: answers.EndpointWithUrl } },
    problems: ["not_found"],
  },
  "PATCH /api/webhooks/[id]": {
    id: "changeEndpoint",
    text: "Changes its name, URL or kinds, or turns it off or on. A repeat changes nothing.",
    may: "manage_webhooks",
    isConfirmed: true,
    body: () => EndpointChange,
    answers: { 200: { text: "The endpoint.", schema: answers.Endpoint } },
    problems: ["not_found", "endpoint_exists"],
  },
  "DELETE /api/webhooks/[id]": {
    id: "removeEndpoint",
    text: "Removes an endpoint, and withdraws the messages that wait for it. Sent messages stay in the list.",
    may: "manage_webhooks",
    isConfirmed: true,
    answers: { 200: { text: "How many messages were withdrawn.", schema: answers.Withdrawn } },
    problems: ["not_found"],
  },
  "POST /api/webhooks/[id]/secret": {
    id: "renewEndpointSecret",
    text: "Makes a new secret. For 24 hours, messages are signed with the old one too. A Slack or Teams message has none.",
    may: "manage_webhooks",
    isConfirmed: true,
    answers: { 201: { text: "The endpoint and its new secret.", schema: answers.NewEndpoint } },
    problems: ["not_found", "not_possible_now"],
  },
  "POST /api/webhooks/[id]/test": {
    id: "testEndpoint",
    text: "Sends a message of the kind `endpoint.test` now.",
    may: "manage_webhooks",
    isConfirmed: true,
    answers: { 202: { text: "The delivery. Read it again for its result.", schema: answers.TestDelivery } },
    problems: ["not_found", "not_possible_now"],
  },
  "POST /api/webhooks/[id]/replay": {
    id: "replayEndpoint",
    text: "Sends the messages of a time range again, with the same IDs and bytes. Those that still wait are left alone. At most 10,000 at once.",
    may: "manage_webhooks",
    isConfirmed: true,
    body: () => ReplayInput,
    answers: { 202: { text: "How many messages are sent again.", schema: answers.Replayed } },
    problems: ["not_found", "not_possible_now"],
  },
  "GET /api/deliveries": {
    id: "listDeliveries",
    text: "The messages of the last 30 days, sent or waiting, newest first.",
    may: "manage_webhooks",
    query: DeliveryListInput,
    answers: { 200: { text: "A page of it.", schema: answers.DeliveryPage } },
  },
  "GET /api/deliveries/[id]": {
    id: "getDelivery",
    text: "One delivery.",
    may: "manage_webhooks",
    answers: { 200: { text: "The delivery.", schema: answers.Delivery } },
    problems: ["not_found"],
  },
  "POST /api/deliveries/[id]/replay": {
    id: "replayDelivery",
    text: "Sends a delivery to an endpoint again, with the same ID and bytes. One that still waits is left alone.",
    may: "manage_webhooks",
    isConfirmed: true,
    answers: { 202: { text: "The delivery.", schema: answers.Delivery } },
    problems: ["not_found", "not_possible_now"],
  },
} satisfies ApiOperations;

export const mailOperations = {
  "GET /api/account/mail": {
    id: "readMailChoices",
    text: "Which e-mails the person gets. Security messages are always sent.",
    may: "keep_own_account",
    answers: { 200: { text: "The choices.", schema: MailChoices } },
  },
  "PATCH /api/account/mail": {
    id: "chooseMail",
    text: "Chooses e-mails. What is left out stays as it is.",
    may: "keep_own_account",
    body: () => MailChoiceInput,
    answers: { 200: { text: "The choices as they are now.", schema: MailChoices } },
  },
} satisfies ApiOperations;
