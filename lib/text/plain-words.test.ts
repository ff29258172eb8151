import { expect, it } from "vitest";
import { plainWords } from "./plain-words";

it.each([
  ["ADEBAYO Chukwu", ["adebayo", "chukwu"]],
  ["  Ọ̀ṣúndáre  ", ["osundare"]],
  ["Ọlá O’Brien-Da'Silva Jr.", ["ola", "obrien", "dasilva", "jr"]],
  ["Ɗan Ƙasim Ɓello Ƴar", ["dan", "kasim", "bello", "yar"]],
  ["Straße Łódź Øre", ["strasse", "lodz", "ore"]],
  ["ﬁve ２０２６", ["five", "2026"]],
  ["%_* --", []],
  ["张伟 عمر", ["张伟", "عمر"]],
])("takes %j apart", (text, words) => {
  expect(plainWords(text)).toEqual(words);
});
