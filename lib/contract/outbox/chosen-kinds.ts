import { eventKinds } from "./event-kinds";

/** What an endpoint can ask for: all kinds but the test, which a person sends. */
export const chosenKinds = eventKinds.filter((kind) => kind !== "endpoint.test");
export type ChosenKind = (typeof chosenKinds)[number];
