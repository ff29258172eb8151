/** `given_up`: every try failed; `withdrawn`: its endpoint was removed before. */
export const deliveryStates = ["waiting", "delivered", "given_up", "withdrawn"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
