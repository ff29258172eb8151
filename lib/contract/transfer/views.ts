import * as z from "zod/mini";
import { typedAccountNumber } from "#lib/bank/account-number";
import { isVisible } from "../api";
import { ListFilters } from "../transfer-list";

/** Names for lists: a view holds the filters of a list and nothing of what it has. */

/** Of one person, and of everybody. */
export const mostViews = 12;
const longestViewName = 40;
/** A view's transfers are counted up to this many. */
export const mostViewCount = 99;

const name = z.pipe(
  z.string("Enter a name for the view.").check(
    z.refine((text) => text.trim() !== "", "Enter a name for the view."),
    z.refine(isVisible, "The name contains an invisible character. Type it again."),
    z.maxLength(longestViewName, `The name is too long: use at most ${longestViewName} characters.`),
  ),
  z.transform((text) => text.trim().normalize("NFC")),
);

const viewFilters = ListFilters.check(
  z.refine(
    (filters) => Object.values(filters).some((value) => value !== undefined),
    "Filter the list first.",
  ),
  z.refine(({ q }) => typedAccountNumber(q ?? "") === undefined, {
    path: ["q"],
    error: "A view holds no account number. Search for the last four digits.",
  }),
);

/** `POST /api/views`. */
export const ViewInput = z.strictObject({
  name,
  isShared: z.boolean("Say whether everybody sees the view."),
  filters: viewFilters,
});
export type ViewInput = z.input<typeof ViewInput>;
export type CheckedViewInput = z.output<typeof ViewInput>;

/** `PATCH /api/views/{id}`. */
export const ViewChange = z.strictObject({ name });
export type ViewChange = z.output<typeof ViewChange>;

export const SavedView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  isShared: z.boolean().check(z.describe("Everybody sees it; else its person alone.")),
  address: z.string().check(z.describe("The list, as a path of this dashboard.")),
  isReadable: z.boolean().check(z.describe("False where its filters are none that a list takes now.")),
  count: z
    .nullable(z.int())
    .check(z.describe(`Its transfers, up to ${mostViewCount}; \`null\` where they were not counted.`)),
  isMore: z.boolean().check(z.describe("There are, or may be, more than were counted.")),
});
export type SavedView = z.output<typeof SavedView>;

export const SavedViews = z.strictObject({
  views: z.array(SavedView).check(z.describe("One's own, then everybody's, each by name.")),
});
