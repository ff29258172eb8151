import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";
import { picturesFolder } from "../support/checks/pictures";
import { expect, test } from "../support/dashboards/test";
import { createButton, createdTransfer, detailsOf, fillDetails, goToCheck } from "../support/steps/journey";

/** What a person sees in the first minute. `npm run screenshots -- first-minute` draws the README's picture of it. */
const size = { width: 1360, height: 920 };
test.use({ ownDashboard: "first minute", viewport: size });

const picture = fileURLToPath(new URL("../pictures/first-minute.webp", import.meta.url));

test("the overview says what to do first, then come the quote and the deposit", async ({ page, context }) => {
  const shots: Buffer[] = [];
  const take = async () => shots.push(await page.screenshot({ animations: "disabled" }));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /First steps/ })).toBeVisible();
  await take();
  await page.goto("/transfers/new");
  await fillDetails(page, detailsOf());
  await expect(page.getByText(/^Quoted at /)).toBeVisible();
  await take();
  await goToCheck(page);
  await createButton(page).click();
  await createdTransfer(page);
  await expect(page.getByText("No USDC seen on Base yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Deposit received" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Deposit" }).getByText("Send exactly, and only once"),
  ).toBeVisible();
  await take();
  if (picturesFolder !== undefined) writeFileSync(picture, await composed(context, shots));
});

/** The first two side by side, the last one below them, as WebP. */
async function composed(context: BrowserContext, shots: readonly Buffer[]): Promise<Buffer> {
  const page = await context.newPage();
  const sources = shots.map((shot) => `data:image/png;base64,${shot.toString("base64")}`);
  const url = await page.evaluate(
    async ({ sources: all, width, height, gap }) => {
      const half = (width - gap) / 2;
      const low = Math.round((half * height) / width);
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, low + gap + height];
      const context2d = canvas.getContext("2d");
      const places = [
        [0, 0, half, low],
        [half + gap, 0, half, low],
        [0, low + gap, width, height],
      ] as const;
      for (const [at, [x, y, w, h]] of places.entries()) {
        const image = new Image();
        image.src = all[at] ?? "";
        await image.decode();
        if (context2d === null) throw new Error("This browser draws nothing.");
        context2d.imageSmoothingQuality = "high";
        context2d.drawImage(image, x, y, w, h);
      }
      return canvas.toDataURL("image/webp", 0.85);
    },
    { sources, ...size, gap: 16 },
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
