import type { EndpointForm } from "#lib/contract/outbox/endpoint-forms";

/** What Slack and Teams get: a line is text to them, whatever names hold. No mention, no mark and no link but ours. */

export type ChatForm = Exclude<EndpointForm, "standard">;
type Message = {
  line: string;
  /** Of a page of this dashboard; `undefined` where it doesn't know its own address. */
  url: string | undefined;
  linkTitle?: string;
};

const usualTitle = "Open the transfer";

/** The exact bytes of a message. */
export function chatBody(form: ChatForm, message: Message): string {
  return JSON.stringify(form === "slack" ? slackMessage(message) : teamsMessage(message));
}

/** The parts of `rich_text` are drawn as they are. `text` is what a notification says, and what other receivers draw. */
function slackMessage({ line, url, linkTitle = usualTitle }: Message) {
  const link =
    url === undefined
      ? []
      : [
          { type: "text", text: " " },
          { type: "link", url, text: linkTitle },
        ];
  const section = { type: "rich_text_section", elements: [{ type: "text", text: line }, ...link] };
  return {
    text: url === undefined ? slackText(line) : `${slackText(line)} <${slackText(url)}|${linkTitle}>`,
    ...{ mrkdwn: false, unfurl_links: false, unfurl_media: false },
    blocks: [{ type: "rich_text", elements: [section] }],
  };
}

/** The three signs that Slack reads as its own. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A `TextRun` has no Markdown, other than a `TextBlock`. */
function teamsMessage({ line, url, linkTitle = usualTitle }: Message) {
  // Teams fills in a date where two braces open.
  const text = line.replaceAll("{{", "{ {");
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    ...{ type: "AdaptiveCard", version: "1.4" },
    body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] }],
    ...(url !== undefined && { actions: [{ type: "Action.OpenUrl", title: linkTitle, url }] }),
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}
