import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash";

const password = "seven small boats on a lake";

it("costs what OWASP asks for at least, with another salt each time", async () => {
  const kept = await Promise.all([hashPassword(password), hashPassword(password)]);
  for (const each of kept) expect(each).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(new Set(kept).size).toBe(2);
  const [first = ""] = kept;
  expect([await verifyPassword(first, password), await verifyPassword(first, ` ${password}`)]).toEqual([
    true,
    false,
  ]);
});

it("still knows a password that was kept at another cost", async () => {
  // By node:crypto itself: scrypt of N=16384, r=8, p=1 over 16 times the letter X.
  const kept = "$scrypt$ln=14,r=8,p=1$WFhYWFhYWFhYWFhYWFhYWA$fx36I6_bUfpvJoAmjiOWWmVS0AhHxyDnTdgIy-a_LWA";
  expect([await verifyPassword(kept, password), await verifyPassword(kept, `${password}s`)]).toEqual([
    true,
    false,
  ]);
});

it.each(["", password, "salt:hash", "$scrypt$ln=17,r=8,p=1$$", "$scrypt$ln=17,r=8,p=1$WFhY$"])(
  "opens for nobody what is no hash: %s",
  async (kept) => expect(await verifyPassword(kept, kept)).toBe(false),
);

it("has two hashes under way at most, and comes to each that waits", async () => {
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 5);
  const kept = await Promise.all(Array.from({ length: 6 }, () => hashPassword(password)));
  clearInterval(watch);
  expect(new Set(kept).size).toBe(6);
  // 128 MiB each.
  expect(most / 2 ** 20).toBeLessThan(350);
});
