import localFont from "next/font/local";

/*
 * `optional`: a text is drawn once, in the font that is there by then, and never jumps. The framework parses these calls, so
 * each is written out. Inter 4.001 (inter-ui, Fontsource) and Geist Mono 1.701 (Fontsource), cut with fontTools to weights 400
 * to 700, optical size 14 and the features ccmp, locl, kern, mark, mkmk, calt and tnum.
 */

/**
 * Preloaded, so it has all letters of Nigerian names too: Yoruba and Igbo dots and tones, composed or not, and Hausa hooks. In
 * a file that is only asked for when a page has such a letter, that letter would come too late and in another font.
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
        "U+0000-00FF, U+0100-0103, U+0112-0113, U+011A-011B, U+0128-012B, U+0131, U+0143-0144, U+014A-014D, U+0152-0153, U+0168-016B, U+0181, U+018A, U+018E-018F, U+0198-0199, U+01B3-01B4, U+01CD-01D4, U+01DD, U+01F8-01F9, U+0253, U+0257, U+0259, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0300-0304, U+0308-0309, U+030C, U+0323, U+1E04-1E05, U+1E0C-1E0D, U+1E3E-1E3F, U+1E42-1E47, U+1E62-1E63, U+1EB8-1EB9, U+1EBC-1EBD, U+1ECA-1ECD, U+1EE4-1EE5, U+2000-206F, U+20A6, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
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

/** What is left of Vietnamese. */
const vietnamese = localFont({
  src: "./fonts/inter-vietnamese-wght-normal.woff2",
  weight: "400 700",
  display: "optional",
  preload: false,
  variable: "--font-vietnamese",
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

export const fontClasses = `${letters.variable} ${accents.variable} ${vietnamese.variable} ${mono.variable}`;
