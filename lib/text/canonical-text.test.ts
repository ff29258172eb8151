import { expect, it } from "vitest";
import { canonicalText } from "./canonical-text";

it.each([
  [
    "INV-1",
    "INV 1",
    "INV–1",
    "inv−1",
    "ＩＮＶ－１",
    "INV\u00a01",
    "INV\u30001",
    "I\u200bNV\u2060-1",
    "INV1",
    "Inv#1",
    "ІNV 1",
  ],
  ["É 7", "é7", "E\u0301-7", "\u00a0É\u20037\u3164"],
  ["Straße", "STRASSE", "straſſe"],
  ["Ada Obi", "ADA  OBI", "Аda Оbі", "Àda-Ọbi.", "ada\u00adobi", "Ada\u2800Obi"],
  ["2024-1-12", "2024/1/12", "2024 1 – 12"],
  ["ΝΟΣ", "νος", "νοσ".toUpperCase()],
])("takes %j for the same as each of its forms", (...forms) => {
  expect(new Set(forms.map(canonicalText))).toEqual(new Set([canonicalText(forms[0] ?? "")]));
});

it.each([
  ["INV-1", "INV-2"],
  ["2024-1-12", "2024-11-2"],
  ["1.5", "15"],
  ["🏠", "🚗"],
  ["की", "का"],
  ["--", "..."],
  ["张伟", "张薇"],
])("tells %j from %j", (one, other) => {
  expect(canonicalText(one)).not.toBe(canonicalText(other));
  expect(canonicalText(one)).not.toBe("");
});

it("changes nothing of its own form, which has no capitals and nothing invisible", () => {
  for (const text of ["INV – 1-2", "ﷺ", "İstanbul Ǆ", "ſ K Å", "½ № 5"]) {
    const form = canonicalText(text);
    expect(canonicalText(form)).toBe(form);
    expect(form).not.toMatch(/[\p{Lu}\p{DI}\p{Z}]/u);
  }
});
