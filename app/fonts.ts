import localFont from "next/font/local";

/*
 * `optional`: a text is drawn once, in the font that is there by then, and never jumps. The framework parses these calls, so
 * each is written out. From Fontsource (Inter 4.001, Geist Mono 1.701), cut with fontTools to weights 400 to 700 and the
 * features ccmp, locl, kern, mark, mkmk, calt and tnum; the letters with dots below are as Fontsource has them.
 */
const letters = localFont({
  src: "./fonts/inter-latin-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  variable: "--font-letters",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    },
  ],
});

const accents = localFont({
  src: "./fonts/inter-latin-ext-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  preload: false,
  variable: "--font-accents",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

/** Yoruba and Igbo names: Ọ, Ẹ, Ụ, Ị and tone marks, which Fontsource counts as Vietnamese. Only a page that has one loads it. */
const dots = localFont({
  src: "./fonts/inter-vietnamese-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  preload: false,
  variable: "--font-dots",
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0300-0301, U+0303, U+0309, U+0323, U+1EA0-1EF1",
    },
  ],
});

const mono = localFont({
  src: "./fonts/geist-mono-latin-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  variable: "--font-digits",
  adjustFontFallback: false,
});

export const fontClasses = `${letters.variable} ${accents.variable} ${dots.variable} ${mono.variable}`;
