/**
 * Stored columns that neither `verify-ledger` nor `verify-audit` names when somebody changes them, and why nobody is misled
 * about money by that. One line a column; `table.*` is every column of a table.
 */
const waits =
  "It waits for seconds until it is an event, which is covered; it can only say what its sender says.";
const signIn = "It lets somebody in or keeps them out. What they do then is in the audit log.";
const personal = "It chooses what a person is mailed, and changes no page.";
const messages = "It is about sending a message again or not at all. The page and the API say what is true.";
const ofClaim = "It is used while a request is under way, and only to tell whose it is.";
const ofLook = "Every look at the network writes it again, within seconds.";
const ofRights = "It gives or takes rights. What a person does then is in the audit log, under their ID.";
const again =
  "It only makes the next start do its work again: read every update, place or count every transfer.";
const form = "It holds what a form held: the person checks it before anything is sent.";

export const cannotMislead: Record<string, string> = {
  "transfers.updated_at":
    "It tells a page that something is new. Times that a person reads are the events’ own.",
  "transfers.dispatch_deadline": ofClaim,
  "transfers.dispatched_by": ofClaim,
  "transfers.claim_mark": ofClaim,
  "transfers.sent_at": "It says in which day’s limit it counts. When it was sent is in its events.",
  "transfers.sent_day": "It says in which day’s limit it counts. When it was sent is in its events.",
  "transfers.blind_since":
    "It says something only of a transfer that still waits, and is named there. Every look at the network writes it again.",
  "transfers.unapprovable_since":
    "It says something only of a transfer that waits for an approval. Each minute it is worked out again from who can approve.",
  "transfers.owner_id": "It names who takes care of it. Each change is in the audit log.",
  "transfers.due_at": "It says until when somebody takes care of it. Each change is in the audit log.",
  "transfers.deposit_label":
    "Empty and none are the same: nothing was seen. A label that contradicts a deposit is named.",
  "transfer_names.*": "It finds a transfer by a name. Its ID, address, account and list find it without.",
  "deposits.node": "It names who said so last. What was said is in the event.",
  "addresses.is_looked_at":
    "It only makes it be read again. One that is called read, and whose transfer was never looked at, is named.",
  "attention.told_at": messages,
  "attention.from_at": "An earlier time only tells somebody sooner. A later one is named.",
  "chain_cursors.blind_since": ofLook,
  "chain_cursors.blind_told": messages,
  "chain_cursors.trail":
    "Reading goes back to its places only once a block no longer stands, and asks the node of each.",
  "chain_cursors.head": ofLook,
  "chain_cursors.head_time": ofLook,
  "chain_cursors.read_at": ofLook,
  "chain_cursors.audited_at": ofLook,
  "chain_cursors.lease_by": ofLook,
  "chain_cursors.lease_until": ofLook,
  "people.*": ofRights,
  "batches.told": messages,
  "batch_rows.twin_key":
    "It asks whether another batch has the same payout. Whether a transfer has it is asked of the transfers.",
  "batch_rows.lease_until": ofClaim,
  "batch_rows.lease_by": ofClaim,
  "fundings.person_id": "Its event names the person.",
  "fundings.asked_at": "An earlier time only tells somebody sooner. A later one is named.",
  "fundings.changed_at": "An earlier time only tells somebody sooner. A later one is named.",
  "rate_samples.amount": "It says for how much a rate was quoted; the rates themselves are compared.",
  "rate_samples.minute":
    "When in its day a rate was quoted is shown of the last alone, and the days are compared.",
  "reading.*": again,
  "standing_recipe.*": again,
  "service_words.taught_by": "The audit log names who taught it.",
  "service_words.taught_at": "The audit log says when it was taught.",
  "counting.recipe": again,
  "received.*": waits,
  "callback_windows.*": "It limits how often a token is used within a minute.",
  "attempts.*": "It limits how often something is tried within a minute.",
  "credentials.*": signIn,
  "second_factors.*": signIn,
  "challenges.*": signIn,
  "one_time_links.*": signIn,
  "sessions.*": signIn,
  "drafts.*": form,
  "mail_choices.*": personal,
  "views.*": "It opens a list with its filters, which the page itself names.",
  "endpoints.*": messages,
  "deliveries.*": messages,
  "delivery_attempts.*": messages,
  "happenings.*": "It lives for seconds until it is counted; totals that it would spoil are named.",
  "database_server.*":
    "It says when new transfers are held. A hold that is ended by hand sends nothing by itself.",
};
