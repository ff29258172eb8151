/** In which form an endpoint gets its messages. It stays: what waits is already written in it. */
export const endpointForms = ["standard", "slack", "teams"] as const;
export type EndpointForm = (typeof endpointForms)[number];

/** Signed JSON for a system; the others are a line for people, and their URL is their secret. */
export function isForSystems(form: EndpointForm): form is "standard" {
  return form === "standard";
}
