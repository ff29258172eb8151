import "server-only";
import { readFileSync } from "node:fs";

/** How single values of the configuration are read. A fault names the variable and never its value. */

export type Given = (name: string) => string | undefined;
export type Fault = (message: string) => undefined;

/** A value from the variable or from the file that `<name>_FILE` names, without space around it. Both is a fault. */
export function readGivenOrFile(name: string, given: Given, fault: Fault): string | undefined {
  const file = given(`${name}_FILE`);
  const inline = given(name);
  if (file !== undefined && inline !== undefined)
    return fault(`${name} and ${name}_FILE are both set: keep one.`);
  return file === undefined ? inline : readFile(`${name}_FILE`, file, fault)?.trim();
}

/** The text of a file that a variable names. */
export function readFile(name: string, path: string, fault: Fault): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fault(`${name} names a file that cannot be read.`);
  }
}

/** A whole number within limits. */
export function readInteger(
  name: string,
  text: string,
  least: number,
  most: number,
  fault: Fault,
): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return value >= least && value <= most
    ? value
    : fault(`${name} must be a whole number from ${least} to ${most}.`);
}
