import * as z from "zod/mini";

/** `GET /api/transfers/choices`. */
export const FilterChoices = z.strictObject({
  banks: z.array(z.strictObject({ code: z.string(), name: z.string() })).check(z.describe("By name.")),
  networks: z
    .array(z.strictObject({ network: z.string(), name: z.string() }))
    .check(z.describe("Of the asset table.")),
  people: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .check(z.describe("Those who have created a transfer, by name.")),
});
export type FilterChoices = z.output<typeof FilterChoices>;
