import { isApart } from "./body-names";

const statusName =
  /^(?:transfer|transaction|txn?|payout|payment|order|offramp|withdrawal|disbursement|settlement|delivery|current|new|eventobject)?(?:status|state)$/;

export function isStatusName(name: string): boolean {
  return statusName.test(name);
}

/** `statusText`, `payoutStage`; a customer's, a bank's and a webhook's own are another's. */
export function isLikeStatusName(name: string): boolean {
  const [, before] =
    /^(.*?)(?:status|state|stage|outcome|phase)(?:e?s|text|name|label|description|reason|message|detail|code)?$/.exec(
      name,
    ) ?? [];
  return before !== undefined && (before === "" || !isApart(before));
}
