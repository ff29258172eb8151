import * as z from "zod/mini";
import { isOneAddress } from "#lib/text/mail-address";

/** Sending the payment advice by e-mail. */

const fault = "Enter one e-mail address, such as accounts@example.com.";

/** As it was typed: a mail server may tell capitals apart. */
const address = z.pipe(
  z.string("Enter the e-mail address.").check(z.trim()),
  z.email(fault).check(z.maxLength(254, "This address is too long."), z.refine(isOneAddress, fault)),
);

/** `POST /api/transfers/{id}/advice`. */
export const AdviceInput = z.strictObject({ to: address });
export type AdviceInput = z.output<typeof AdviceInput>;
