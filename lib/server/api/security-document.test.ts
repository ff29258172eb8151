import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventsAtFirst } from "#lib/asset/defaults";
import { passwordLength, productWords } from "#lib/contract/password";
import { payLinkHours, payLinkTextLength } from "#lib/contract/pay/pay-links";
import { quoteLifeMs } from "#lib/contract/quote-life";
import { acts, roleFor } from "#lib/contract/roles";
import { mostEndpoints, mostReplayed } from "#lib/features/telling/webhooks";
import { longestTurnMs, refusalDelayMs, turnLimits } from "#lib/front/fair-shares.mjs";
import { limits } from "#lib/front/http-server.mjs";
import { adviceMails, mostAdvices } from "#lib/server/advice/send-advice";
import { confirmBudget, confirmedForMs } from "#lib/server/auth/confirm";
import { peoplePerNetwork, quotas, quotaWindowMs } from "#lib/server/auth/quota";
import { idleMs, mostSessions, sessionLifeMs } from "#lib/server/auth/session-life";
import { bodyWaits, maxKeptBytes } from "#lib/server/callbacks/callbacks";
import { perMinute } from "#lib/server/callbacks/keep-callback";
import { readEnv } from "#lib/server/config/env";
import { allTries } from "#lib/server/credentials/attempts";
import {
  judgeLimitMs,
  leastGuessesLog10,
  mostEstimated,
  mostJudged,
} from "#lib/server/credentials/new-password";
import { passwordCost } from "#lib/server/credentials/password-hash";
import { hashesAtOnce, mostOfShare, mostWaiting } from "#lib/server/credentials/password-line";
import { payLinkReads } from "#lib/server/funding/open-pay-link";
import { mostPayLinks } from "#lib/server/funding/pay-links";
import { maxBodyBytes, maxBodyMs } from "#lib/server/http/request-body";
import { maxEvents } from "#lib/server/ledger/apply-received";
import { mostOfKind } from "#lib/server/ledger/notes";
import { codeBudget } from "#lib/server/people/code-tries";
import { linkMails } from "#lib/server/people/link-mail";
import { linkBudget, linkLifeMs } from "#lib/server/people/links";
import { ofAccount, ofNetwork } from "#lib/server/people/sign-in";
import { maxStaleMs } from "#lib/server/service/banks";
import { businessKeptMs } from "#lib/server/service/business";
import { mostDrafts } from "#lib/server/submission/drafts";
import { duplicateWindowMs } from "#lib/server/submission/same-account";
import { clockToleranceMs } from "#lib/server/tables/stored-time";
import { root } from "#lib/testing/servers/server-process";

const text = readFileSync(join(root, "docs/security.md"), "utf8");
const env = readEnv({});
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const grouped = (value: number) => value.toLocaleString("en");
const fixed = (asked: "business" | "export" | "verification" | "write") =>
  `${quotas[asked].most() / (quotaWindowMs / minute)} a minute`;
const ten = peoplePerNetwork === 10 ? "ten times that" : "another number of times";
const turns = (name: keyof typeof turnLimits) =>
  `${turnLimits[name].atOnce} at once, ${turnLimits[name].mostWaiting} wait`;
const line = `${hashesAtOnce} at once, ${mostWaiting} wait, ${mostOfShare} of one`;
const budget = ({ max, windowMs }: { max: number; windowMs: number }) =>
  `${max} in ${windowMs / minute} minutes`;

it.each([
  `| wrong passwords for an account | ${budget(ofAccount)},`,
  `| tries from a network (an IPv4 address, an IPv6 /64) | ${budget(ofNetwork)} |`,
  `| wrong codes: of a person in new browsers, of each known browser, of each open session | ${budget(codeBudget)} |`,
  `| tries to confirm, of each session | ${budget(confirmBudget)} |`,
  `| right passwords and wrong ones together | ${budget(allTries)}: known browsers, all others,`,
  `| links e-mailed to one address | ${budget(linkMails)} |`,
  `| payment advices e-mailed | ${quotas.advice.most()} a minute; to one address ${budget(adviceMails)}, by all together | ${ten} |`,
  `| e-mails of the payment advice of one transfer | everybody | ${mostAdvices} |`,
  `5 links to one address in 15 minutes, and ${adviceMails.max} payment advices |`,
  `A person has at most ${mostSessions} sessions: one more ends`,
  `clocks differ by up to ${clockToleranceMs / minute} minutes sign nobody out`,
  `| links that are tried from a network | ${budget(linkBudget)} |`,
  `setup ${linkLifeMs.setup / hour} hours, invitation ${linkLifeMs.invitation / hour / 24} days, password ${linkLifeMs.password / hour} hours`,
  `| within ${confirmedForMs / minute} minutes |`,
  `| password | ${passwordLength.least} to ${passwordLength.most} characters, of any kind |`,
  productWords.map((word) => `\`${word}\``).join(", "),
  `within 10^${leastGuessesLog10} guesses`,
  `scrypt, N=2^${passwordCost.log2N}, r=${passwordCost.r}, p=${passwordCost.p},`,
  `${(128 * passwordCost.r * 2 ** passwordCost.log2N) / 2 ** 20} MiB`,
  `A session ends ${sessionLifeMs / hour} hours after sign-in and ${idleMs / minute} minutes after the last act`,
  `which is at most ${maxStaleMs / hour} hours old`,
  `the first ${grouped(maxKeptBytes)} bytes are kept`,
  `| ${perMinute} a minute; ${grouped(maxEvents)} kept, the rest counted |`,
  `| a person, a network | ${quotas.note.most()} a minute; ten times that |`,
  `| ${mostOfKind} notes, and ${mostOfKind} of the others |`,
  `its newest ${eventsAtFirst} events`,
  `at most ${grouped(maxBodyBytes)} bytes within ${maxBodyMs / second} seconds`,
  `| age of an accepted quote | a transfer | ${quoteLifeMs / second} seconds |`,
  `| asked about for ${duplicateWindowMs / hour} hours |`,
  `| ${mostDrafts} drafts a person, one a form |`,
  `\`QUOTE_DRIFT_PERCENT\`, ${env.quoteDriftPercent} % unless set`,
  `\`QUOTES_PER_MINUTE\`, ${env.perMinute.quote} unless set; ten times that`,
  `\`TRANSFERS_PER_MINUTE\`, ${env.perMinute.submit} unless set; ten times that`,
  `| sign-in from a known browser | ${budget(ofAccount)} | not counted | ${line} person |`,
  `| sign-in from a new browser | ${budget(ofAccount)} | ${budget(ofNetwork)} | ${line} network |`,
  `| codes without a password before them | | ${budget(ofNetwork)} |`,
  `| confirming, a new password, a second factor | ${budget(confirmBudget)} |`,
  `| links | ${budget(linkBudget)} for a link | ${budget(linkBudget)} that are not there |`,
  `1 at once, ${mostJudged} in the line, ${judgeLimitMs / second} seconds each`,
  `${mostEstimated} characters of it`,
  `| the business, the banks | ${fixed("business")} | ${ten} | the business: ${second / businessKeptMs} call a second |`,
  `| a payer's link | ${payLinkHours.slice(0, -1).join(", ")} or ${payLinkHours.at(-1)} hours; a name and a reference of at most ${payLinkTextLength} characters each`,
  `1 live at once, ${mostPayLinks} within a week`,
  `| endpoints of webhooks | everybody | ${mostEndpoints} |`,
  `| deliveries that one request sends again | everybody | ${grouped(mostReplayed)} |`,
  `| a payer's link | | ${payLinkReads.unknownOfNetwork} a minute that are not there | ${payLinkReads.ofLink} a minute for a link |`,
  `| exports | ${fixed("export")}, 1 at once | ${ten} |`,
  `| checks of the audit log | ${fixed("verification")} | ${ten} |`,
  `| other writes | \`WRITES_PER_MINUTE\`, ${env.perMinute.write} unless set | ${ten} |`,
  `| other reads | \`READS_PER_MINUTE\`, ${env.perMinute.read} unless set | ${ten} |`,
  `| any request of somebody signed in | ${turns("ofPerson")} | ${turns("ofNetwork")} | | 429, a page 503 |`,
  `| any request of a known browser | ${turns("ofKnown")} | | ${turns("ofAllKnown")} | 429, a page 503 |`,
  `| any other request | | ${turns("ofStranger")} | ${turns("ofStrangers")} | 429, a page 503 |`,
  `| what programs ask | | ${turns("ofPrograms")} | | 503 |`,
  `A turn ends when the answer is decided, or after ${longestTurnMs} milliseconds`,
  `told after ${refusalDelayMs / second} second`,
  `more than ${clockToleranceMs / minute} minutes ahead is invalid`,
  `headers within ${limits.headersTimeout / second} seconds, a request within ${limits.requestTimeout / second}, ${grouped(limits.maxHeaderSize)} bytes of headers`,
  `${limits.maxConnections} at once, ${limits.maxConnectionsOfNetwork} of one network`,
  `Its body has ${bodyWaits.longestMs / second} seconds; while ${bodyWaits.mostAwaited} of one network are waited for, its further ones have ${bodyWaits.crowdedMs / second}`,
  `nothing moves for ${limits.idleTimeout / second} seconds, or an answer is not read for ${limits.stalledTimeout / second}`,
  `${limits.crowdedIdleTimeout / second} while over ${limits.manyConnections} are open`,
  `${grouped(limits.maxBodyBytes)} bytes of a body, ${limits.maxPipelined} requests ahead`,
  `${grouped(limits.maxThrownAwayBytes)} bytes are thrown away`,
])("says what the code does: %s", (sentence) => {
  expect(text).toContain(sentence);
});

it("has a row for each act with its least role, and no other", () => {
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (support|finance|admin) \|/gm)];
  expect(rows.map(([, act, role]) => [act, role])).toEqual(acts.map((act) => [act, roleFor(act)]));
});

it("names commands and files that exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = [...text.matchAll(/`npm run ([a-z-]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
  const files = [...text.matchAll(/`((?:lib|app|e2e)\/[\w./-]+)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(() => readFileSync(join(root, file)), file).not.toThrow();
});
