import type { Page } from "@playwright/test";

type Value = { value?: string | number };
type Node = {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
};

const landmarks = new Set(
  "banner navigation main region complementary contentinfo search form article".split(" "),
);
const live = new Set(["alert", "status", "log"]);
/** Said by their name alone. */
const whole = new Set(
  "link button radio checkbox textbox searchbox combobox image img DisclosureTriangle".split(" "),
);
const inline = new Set("generic strong emphasis time mark code none LineBreak term definition".split(" "));
const told = new Map([
  ["DisclosureTriangle", "fold"],
  ["img", "image"],
]);

/** What a screen reader reads of a page's main part, from its title on, a line for each thing. */
export async function storyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = [`title: ${await page.title()}`];
  let text = "";
  const flush = () => {
    const said = text
      .replace(/\s+/g, " ")
      .replace(/ ([,.”])/g, "$1")
      .trim();
    if (said !== "") lines.push(said);
    text = "";
  };
  const say = (line: string) => {
    flush();
    lines.push(line.replace(/\s+/g, " ").trim());
  };

  function read(node: Node): void {
    const role = String(node.role?.value ?? "");
    const name = String(node.name?.value ?? "");
    const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
    if (node.ignored) {
      for (const child of children) read(child);
      return;
    }
    if (role === "StaticText") {
      text += `${name} `;
      return;
    }
    if (role === "heading") {
      const level = node.properties?.find((each) => each.name === "level")?.value.value ?? "?";
      say(`heading ${level}: ${name}`);
      return;
    }
    if (whole.has(role)) {
      const { value: more = "" } = node.description ?? {};
      say(`${told.get(role) ?? role}: ${name}${more && ` (${more})`}`);
      return;
    }
    if (landmarks.has(role) && (role !== "form" || name !== "")) say(`[${role}${name && ` ${name}`}]`);
    else if (live.has(role)) {
      flush();
      const from = lines.length;
      for (const child of children) read(child);
      flush();
      const said = lines.splice(from).join(" / ");
      if (said !== "") say(`live ${role}: ${said}`);
      return;
    } else if (!inline.has(role)) flush();
    for (const child of children) read(child);
    if (!inline.has(role)) flush();
  }

  const main = nodes.find(({ role }) => role?.value === "main");
  if (main !== undefined) read(main);
  flush();
  return lines;
}
