import { isOneAddress } from "#lib/text/mail-address";
import { isLoopbackHost } from "#lib/text/public-host";
import { type Fault, type Given, like } from "./env-values";

/** Where mail is handed over. */
export type SmtpServer = {
  host: string;
  port: number;
  user: string | undefined;
  /** `at_once` from the first byte; `upgrade` by STARTTLS, or nothing is sent; `none` on this machine alone. */
  tls: "at_once" | "upgrade" | "none";
};
/** How mail is sent; `undefined` in the settings: it is not. */
export type MailSetting = SmtpServer & {
  password: string | undefined;
  from: string;
  /** The name by which it greets the mail server; `undefined`: the machine's own. */
  greeting: string | undefined;
};

const usualPorts = { "smtp:": 587, "smtps:": 465 } as const;

/** Reads SMTP_URL, such as `smtp://dashboard@mail.example.com:587`. */
export function readSmtpUrl(text: string, fault: Fault): SmtpServer | undefined {
  const url = URL.parse(text);
  const protocol = url?.protocol;
  const isHost = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])$/i.test(url?.hostname ?? "");
  if (url === null || (protocol !== "smtp:" && protocol !== "smtps:") || !isHost)
    return fault("must be smtp://HOST:PORT or smtps://HOST:PORT.");
  if (url.password !== "") return fault("must not hold a password: put it into SMTP_PASSWORD.");
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return fault("must end after the port.");
  if (url.port === "0") return fault("names port 0.");
  const user = userIn(url);
  if (user === null) return fault("holds a user name that cannot be read.");
  const isHere = isLoopbackHost(url.hostname);
  const tls = protocol === "smtps:" ? "at_once" : isHere ? "none" : "upgrade";
  const port = url.port === "" ? usualPorts[protocol] : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port, user, tls };
}

/** `null` where it is no text that SMTP can carry. */
function userIn({ username }: URL): string | undefined | null {
  if (username === "") return undefined;
  try {
    const user = decodeURIComponent(username);
    return /^[\x21-\x7e]{1,256}$/.test(user) ? user : null;
  } catch {
    return null;
  }
}

export function readMailFrom(text: string, fault: Fault): string | undefined {
  return isOneAddress(text)
    ? text
    : fault("must be one e-mail address without a name, such as payments@example.com.");
}

type Read = {
  SMTP_URL?: SmtpServer | undefined;
  SMTP_PASSWORD?: string | undefined;
  MAIL_FROM?: string | undefined;
  SMTP_HELO_NAME?: string | undefined;
  APP_URL?: string | undefined;
};

/** All that sending needs, or nothing of it. What is set and wrong has been named already. */
export function mailOf(
  { SMTP_URL: server, SMTP_PASSWORD: password, MAIL_FROM: from, SMTP_HELO_NAME: helo, APP_URL: appUrl }: Read,
  given: Given,
  fault: Fault,
): MailSetting | undefined {
  const hasPassword = (given("SMTP_PASSWORD") ?? given("SMTP_PASSWORD_FILE")) !== undefined;
  const hasFrom = given("MAIL_FROM") !== undefined;
  if (given("SMTP_URL") === undefined) {
    if (hasPassword) fault("SMTP_PASSWORD is set, so SMTP_URL is needed: the mail server.");
    if (hasFrom) fault("MAIL_FROM is set, so SMTP_URL is needed: the mail server.");
    if (given("SMTP_HELO_NAME") !== undefined)
      fault("SMTP_HELO_NAME is set, so SMTP_URL is needed: the mail server.");
    return undefined;
  }
  if (!hasFrom) fault("SMTP_URL is set, so MAIL_FROM is needed: the sender's address.");
  if (server?.user !== undefined && !hasPassword)
    fault("SMTP_URL names a user, so SMTP_PASSWORD or SMTP_PASSWORD_FILE is needed.");
  if (server !== undefined && server.user === undefined && hasPassword)
    fault("SMTP_PASSWORD is set, so SMTP_URL must name its user: smtp://USER@HOST:PORT.");
  if (server === undefined || from === undefined) return undefined;
  return { ...server, password, from, greeting: helo ?? greetingOf(appUrl) };
}

/** A name that other machines can look up: in a container the machine's own is none, and mail servers refuse it. */
function greetingOf(appUrl: string | undefined): string | undefined {
  const host = appUrl === undefined ? "" : new URL(appUrl).hostname;
  if (isLoopbackHost(host)) return undefined;
  if (host.startsWith("[")) return `[IPv6:${host.slice(1)}`;
  if (/^[\d.]+$/.test(host)) return `[${host}]`;
  return host.includes(".") ? host : undefined;
}

/** Reads SMTP_HELO_NAME. */
export const heloName = like(
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
  "must be a host name, such as pay.example.com.",
);
