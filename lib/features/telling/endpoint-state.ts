import { formatTime } from "#lib/text/format-time";
import { goneSlackFaults } from "./delivery-faults";
import { resultWords } from "./result-words";
import type { Endpoint } from "./webhooks";

type Seen = { now: number; timeZone: string };
export type EndpointLook = "well" | "new" | "failing" | "resting" | "off";

const dayMs = 86_400_000;

/** How an endpoint is, with its look. `now`: in milliseconds since 1970. */
export function endpointState(endpoint: Endpoint, seen: Seen): { look: EndpointLook; words: string } {
  const { isOn, restUntil, failingSince, lastResult, lastDeliveredAt } = endpoint;
  if (!isOn) return { look: "off", words: offWords(endpoint, seen) };
  if (restUntil !== null) return { look: "resting", words: `Paused until ${clock(restUntil, seen)}` };
  if (failingSince !== null) {
    const result = resultWords(lastResult);
    const why = result === undefined ? "" : `: ${result}`;
    return { look: "failing", words: `Failing since ${clock(failingSince, seen)}${why}` };
  }
  if (lastDeliveredAt === null) return { look: "new", words: "Nothing sent yet" };
  return { look: "well", words: "Delivering" };
}

function offWords({ offWhy, failingSince, lastDeliveredAt, lastResult }: Endpoint, { now }: Seen): string {
  if (offWhy === "gone") {
    const said = goneSlackFaults.find((word) => word === lastResult) ?? "410";
    return `Off: the receiver said that it is gone (${said})`;
  }
  if (offWhy === null) return "Off";
  const since = lastDeliveredAt ?? failingSince;
  const days = since === null ? 3 : Math.max(3, Math.floor((now - Date.parse(since)) / dayMs));
  return `Off: nothing delivered for ${days} days`;
}

/** `14:20`, with the day where it isn't today. */
export function clock(at: string, { now, timeZone }: Seen): string {
  const [day = "", time = ""] = formatTime(at, timeZone).split(", ");
  const [today] = formatTime(new Date(now).toISOString(), timeZone).split(", ");
  return day === today ? time : `${day}, ${time}`;
}
