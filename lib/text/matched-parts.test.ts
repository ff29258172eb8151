import { expect, test } from "vitest";
import { matchedParts } from "./matched-parts";

const shown = (text: string, ...typed: string[]) =>
  matchedParts(text, typed).map(([start, length]) => text.slice(start, start + length));

test.each([
  ["Firstgate Logistics Ltd", ["first"], ["First"]],
  ["First Continental First", ["first"], ["First", "First"]],
  ["Ṣadé Adébáyọ̀", ["sad", "adebayo"], ["Ṣad", "Adébáyọ̀"]],
  ["O’Brien", ["obr"], ["O’Br"]],
  ["Straße", ["strass"], ["Straß"]],
  ["Okonkwo", ["konk"], []],
  ["Ade Adebayo", ["ade", "adeb"], ["Ade", "Adeb"]],
])("of %s, %j matches %j", (text, typed, parts) => expect(shown(text, ...typed)).toEqual(parts));
