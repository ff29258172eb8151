import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { mostLogoBytes } from "#lib/contract/letterhead/letterhead";
import { Problem } from "#lib/contract/problem";
import { leastWork } from "#lib/testing/least-work";
import { plainPng, plainSvg, pngChunk, pngHeader, pngOf, pngPixels, svgOf } from "#lib/testing/pictures";
import { cleanLogo } from "./clean-logo";

const end = pngChunk("IEND");
const square = '<path d="M0 0h9v9z"/>';
/** The text, or the sentence at its field. */
async function clean(file: Buffer): Promise<string | { refused: string }> {
  try {
    return (await cleanLogo(file)).bytes.toString("latin1");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: error.errors.map(({ path, message }) => `${path}: ${message}`).join() };
  }
}
const refusedFor = (words: RegExp) => ({ refused: expect.stringMatching(words) });

describe("an SVG keeps its shapes and nothing that", () => {
  it.each([
    ["runs", `<script>alert(1)</script>${square}`],
    [
      "runs in another namespace",
      `<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>${square}`,
    ],
    ["runs on an event", `<g onload="alert(1)" onclick="alert(1)">${square}</g>`],
    ["leads elsewhere", `<a href="javascript:alert(1)" xlink:href="https://evil.example">${square}</a>`],
    [
      "is another document",
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>${square}`,
    ],
    [
      "is another file",
      `<image href="https://evil.example/x.png"/><image xlink:href="data:image/png;base64,AA"/>${square}`,
    ],
    [
      "multiplies",
      `<defs><g id="a">${square}</g></defs><use href="#a"/><use xlink:href="//evil.example/#a"/>`,
    ],
    [
      "moves",
      `<path d="M0 0"><animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="x"/></path>`,
    ],
    [
      "asks by a style",
      `<path style="fill:url(https://evil.example/x);stroke:image-set('x');fill:red" d="M0 0"/>`,
    ],
    [
      "asks by a style sheet",
      `<style>@import url(https://evil.example);@font-face{src:url(x)}.a{fill:url("//evil.example")}*{fill:red}.b:hover{fill:red}</style>${square}`,
    ],
    [
      "asks for what stands beside it",
      `<path fill="url(evil.svg#x)" stroke="url(evil)" style="fill:URL('evil')" d="M0 0"/>`,
    ],
    [
      "asks by an attribute",
      `<path fill="url(https://evil.example/#x)" mask="url(data:x#a)" filter="url(#f)" d="M0 0"/>`,
    ],
    [
      "hides in what another draws with",
      `<mask id="a" mask="url(#b)" class="m"><g mask="url(#b)" style="mask:url(#b)" class="m">${square}</g></mask>${square}`,
    ],
    [
      "is a comment, a title or an instruction",
      `<?php evil ?><!-- evil --><title>evil</title><metadata>evil</metadata>${square}`,
    ],
    [
      "belongs to a program",
      `<e:namedview xmlns:e="https://evil.example"><e:g/></e:namedview><path e:x="evil" xmlns:e="urn:evil" d="M0 0"/>`,
    ],
    ["is text where no text is", `<g>evil<![CDATA[<script>evil()</script>]]>${square}</g>`],
  ])("%s", async (_name, inner) => {
    const text = await clean(svgOf(inner));
    expect(text).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 20">.*<path.*<\/svg>$/,
    );
    expect(String(text).replace(' xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /script|\son|href|https?:|\/\/|data:|evil|foreign|image|use\b|animate|<set|url\(|class|filter|import|hover|\*/i,
    );
  });
});

it("keeps what a drawing program draws: classes, gradients, clips, groups and words", async () => {
  const inner = `<!--x--><style type="text/css">/* url(x) */ .cls-1 , .b{ fill : #00f ; clip-path:url(#c)} @media print{.b{fill:#fff}} .d{opacity:.5}</style>
    <defs><linearGradient id="g" xlink:href="#h" gradientTransform="rotate(90)"><stop offset="5%" stop-color="rgb(1, 2, 3)"/></linearGradient>
    <clipPath id="c"><rect width="9" height="9" transform="translate(1 1)"/></clipPath></defs>
    <switch><g class="cls-1" style="fill:url(#g);mix-blend-mode:x"><path fill='url("#g")' d="m1,1L2e-3-4Z"/></g></switch>
    <text x="1" font-family="'Open Sans', Arial">A &amp; B &lt;C&gt;</text>`;
  expect(await clean(svgOf(inner, ' width="1e9" onload="x" fill="none"'))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" fill="none">' +
      "<style>.cls-1,.b{fill:#00f;clip-path:url(#c)}.d{opacity:.5}</style>" +
      '<defs><linearGradient id="g" href="#h" gradientTransform="rotate(90)"><stop offset="5%" stop-color="rgb(1, 2, 3)"></stop></linearGradient>' +
      '<clipPath id="c"><rect width="9" height="9" transform="translate(1 1)"></rect></clipPath></defs>' +
      '<g><g class="cls-1" style="fill:url(#g)"><path fill="url(&quot;#g&quot;)" d="m1,1L2e-3-4Z"></path></g></g>' +
      '<text x="1" font-family="\'Open Sans\', Arial">A &amp; B &lt;C&gt;</text></svg>',
  );
  // What was cleaned once is clean.
  const once = (await cleanLogo(plainSvg)).bytes;
  expect((await cleanLogo(once)).bytes).toEqual(once);
});

describe("an SVG is refused", () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  const bare = (text: string) => Buffer.from(text);
  it.each<[string, Buffer, RegExp]>([
    ["that declares entities", Buffer.concat([bare(bomb), svgOf(`<text>&b;</text>`)]), /^logo: .* entities/],
    ["with an entity that nobody knows", svgOf(`<text>&b;</text>`), /neither a PNG nor an SVG/],
    ["that is deep", svgOf("<g>".repeat(60) + square + "</g>".repeat(60)), /too many parts/],
    ["of many parts", svgOf(square.repeat(2_500)), /too many parts/],
    [
      "that grows when it is written again",
      svgOf(`<path fill='${'"'.repeat(30_000)}' d="M0 0"/>`),
      /too many parts/,
    ],
    ["that draws nothing", svgOf("<script>1</script>"), /draws nothing/],
    [
      "that isn't closed",
      bare(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path/>`),
      /neither/,
    ],
    [
      "with a program behind it",
      Buffer.concat([plainSvg, bare("PK\u0003\u0004<script>1</script>")]),
      /neither/,
    ],
    ["in no namespace", bare(`<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>`), /neither/],
    [
      "that is a web page",
      bare(`<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>`),
      /neither/,
    ],
    ["in another encoding", Buffer.from(plainSvg.toString(), "utf16le"), /neither/],
    [
      "without a size",
      bare(`<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>`),
      /no usable size/,
    ],
    [
      "of an endless size",
      bare(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e999 1"><path/></svg>`),
      /size/,
    ],
    ["that is huge", svgOf(`<path d="${"M0 0".repeat(mostLogoBytes / 4)}"/>`), /more than 100 kB/],
    ["that is something else", bare("GIF89a"), /neither/],
    ["that is empty", bare(""), /neither/],
  ])("%s", async (_name, file, words) => {
    expect(await clean(file)).toEqual(refusedFor(words));
  });

  it("in time that grows with its length alone", async () => {
    const cost = (times: number) => {
      const files = ["/*", "@", "{", "}", "(", "a", " ", "url(", ";:"].map((part) =>
        svgOf(
          `<style>${part.repeat(times)}</style><path d="${part.repeat(times)}" style="${part.repeat(times)}"/>`,
        ),
      );
      return leastWork(async () => {
        for (const file of files) await clean(file);
      });
    };
    // Of eight times the length; what tries all places with all others takes 64 times as long.
    const [short, long] = [await cost(1_000), await cost(8_000)];
    expect(long / short).toBeLessThan(24);
  });
});

describe("a PNG keeps its pixels and nothing that", () => {
  const text = pngChunk("tEXt", Buffer.from("Comment\0<script>evil</script>"));
  it.each<[string, Buffer]>([
    ["is text", pngOf(pngHeader(), text, pngPixels(), text, end)],
    ["is a place or a camera", pngOf(pngHeader(), pngChunk("eXIf", Buffer.from("evil")), pngPixels(), end)],
    ["is a profile", pngOf(pngHeader(), pngChunk("iCCP", Buffer.from("evil")), pngPixels(), end)],
    [
      "is longer than it may be",
      pngOf(pngHeader(), pngChunk("gAMA", Buffer.from("evilevil")), pngPixels(), end),
    ],
    [
      "moves",
      pngOf(
        pngHeader(),
        pngChunk("acTL", Buffer.from("evil")),
        pngPixels(),
        pngChunk("fdAT", Buffer.from("evil")),
        end,
      ),
    ],
    ["comes behind its end", Buffer.concat([plainPng, Buffer.from("PK\u0003\u0004evil")])],
    [
      "comes behind its pixels",
      pngOf(
        pngHeader(),
        pngChunk("IDAT", Buffer.concat([deflateSync(Buffer.alloc(51)), Buffer.from("evil")])),
        end,
      ),
    ],
  ])("%s", async (_name, file) => {
    const { bytes, type } = await cleanLogo(file);
    expect(type).toBe("png");
    expect(bytes).toEqual((await cleanLogo(plainPng)).bytes);
    expect(bytes).toEqual(plainPng);
  });

  it("keeps each kind of pixels, and the colours that they need", async () => {
    const shown = (file: Buffer) => PNG.sync.read(file).data;
    const drawn = new PNG({ width: 33, height: 17 });
    drawn.data.forEach((_, at) => {
      drawn.data[at] = (at * 37) % 256;
    });
    for (const colorType of [0, 2, 4, 6] as const) {
      const file = PNG.sync.write(drawn, { colorType });
      expect(shown((await cleanLogo(file)).bytes)).toEqual(shown(file));
    }
    const palette = pngChunk("PLTE", Buffer.from([1, 2, 3, 4, 5, 6]));
    const indexed = pngOf(
      pngHeader({ colour: 3, depth: 1 }),
      palette,
      pngChunk("tRNS", Buffer.from([9])),
      pngPixels(6),
      end,
    );
    expect((await cleanLogo(indexed)).bytes).toEqual(indexed);
    // Two pixels wide and high, in seven passes: those of no pixel have no byte.
    const interlaced = pngOf(pngHeader({ width: 2, height: 2, interlace: 1 }), pngPixels(5 + 5 + 9), end);
    expect((await cleanLogo(interlaced)).bytes).toEqual(interlaced);
  });
});

describe("a PNG is refused", () => {
  const changed = (at: number) => {
    const file = Buffer.from(plainPng);
    file[at] = (file[at] ?? 0) ^ 1;
    return file;
  };
  it.each<[string, Buffer, RegExp]>([
    ["with a wrong checksum", changed(20), /damaged/],
    ["with a wrong length", changed(11), /damaged/],
    ["that ends early", plainPng.subarray(0, -5), /damaged/],
    ["without its end", plainPng.subarray(0, -12), /damaged/],
    ["that is too large", pngOf(pngHeader({ width: 2_001 }), pngPixels(), end), /2001 × 3 pixels/],
    [
      "of endless pixels",
      pngOf(pngHeader({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }), pngPixels(), end),
      /pixels/,
    ],
    ["of no pixels", pngOf(pngHeader({ width: 0 }), pngPixels(), end), /damaged/],
    ["that unpacks to more than it says", pngOf(pngHeader(), pngPixels(50_000_000), end), /damaged/],
    ["that unpacks to less than it says", pngOf(pngHeader(), pngPixels(50), end), /damaged/],
    ["whose pixels are no pixels", pngOf(pngHeader(), pngChunk("IDAT", Buffer.from("evil")), end), /damaged/],
    ["with two headers", pngOf(pngHeader(), pngHeader(), pngPixels(), end), /damaged/],
    [
      "with pixels in two places",
      pngOf(pngHeader(), pngPixels(), pngChunk("tIME"), pngPixels(), end),
      /damaged/,
    ],
    ["without pixels", pngOf(pngHeader(), end), /damaged/],
    ["without its palette", pngOf(pngHeader({ colour: 3 }), pngPixels(15), end), /damaged/],
    ["of a colour that doesn't exist", pngOf(pngHeader({ colour: 5 }), pngPixels(), end), /damaged/],
    [
      "with a part that only some programs know",
      pngOf(pngHeader(), pngChunk("EVIL"), pngPixels(), end),
      /damaged/,
    ],
    ["that is an SVG behind its first bytes", Buffer.concat([plainPng.subarray(0, 8), plainSvg]), /damaged/],
  ])("%s", async (_name, file, words) => {
    expect(await clean(file)).toEqual(refusedFor(words));
  });
});
