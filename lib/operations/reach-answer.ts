import * as z from "zod/mini";

/** Whether the service's updates can arrive. */
export const Reach = z.strictObject({ isReached: z.boolean(), text: z.string() });
