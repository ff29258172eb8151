import { expect, test } from "vitest";
import { countInFile } from "./file-end";

const rows = '"Month","What"\r\n"2026-10","a text\r\n of two lines"\r\n';
const csv = (end: string) => new Blob([`\ufeff${rows}${end}`]);

test("the last row of a CSV says how many rows it has, also with a closed month's hash and figures", async () => {
  const figures = `{""tokens"":[${'{""token"":""USDC""},'.repeat(2_000)}]}`;
  const end = `"End of the export","12 movements","sha256:0a","${figures}",,\r\n`;
  expect(await countInFile.csv(csv(end), "movements")).toBe("12");
  expect(await countInFile.csv(csv('"End of the export","0 transfers",,\r\n'))).toBe("0");
  expect(await countInFile.csv(csv('"End of the export","3 requests"\r\n'), "requests")).toBe("3");
});

test("a CSV that broke off, wherever, has no count, and neither has one of other rows", async () => {
  const whole = '"End of the export","12 movements","sha256:0a",,\r\n';
  for (let length = 0; length < whole.length; length++)
    expect([length, await countInFile.csv(csv(whole.slice(0, length)), "movements")]).toEqual([
      length,
      undefined,
    ]);
  expect(await countInFile.csv(csv(whole), "transfers")).toBeUndefined();
  expect(await countInFile.csv(csv(`${whole}"2026-10","x"\r\n`), "movements")).toBeUndefined();
});
