import { mutationOptions } from "@tanstack/react-query";
import { call } from "./call";

type Input = {
  validHours: string;
  showBank: boolean;
  payeeName: string;
  reference: string;
};

/** The answer alone has the link. */
export function makePayLink(id: string) {
  return mutationOptions({
    mutationKey: ["make-pay-link", id],
    mutationFn: async (body: Input) =>
      (await call("POST /api/transfers/[id]/pay-link", { params: { id }, body })).body,
  });
}

export function endPayLink(id: string) {
  return mutationOptions({
    mutationKey: ["end-pay-link", id],
    mutationFn: async () => {
      await call("DELETE /api/transfers/[id]/pay-link", { params: { id } });
    },
  });
}
