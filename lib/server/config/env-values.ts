import { readFileSync } from "node:fs";
import * as z from "zod/mini";

/** How variables are read. A fault names the variable and never its value. */

export type Variables = Readonly<Record<string, string | undefined>>;
export type Given = (name: string) => string | undefined;
export type Fault = (message: string) => undefined;
type Schemas = Record<string, z.ZodMiniType>;

/** A variable's value without space around it; an empty one counts as unset. */
export function givenIn(variables: Variables): Given {
  return (name) => variables[name]?.trim() || undefined;
}

/** The value of each variable by its schema; `undefined` after a fault. Those of `inFiles` can be in a file. */
export function readVariables<Of extends Schemas>(
  schemas: Of,
  given: Given,
  fault: Fault,
  inFiles: readonly (keyof Of)[] = [],
) {
  const values = Object.entries(schemas).map(([name, schema]) => {
    const read = schema.safeParse(inFiles.includes(name) ? readGivenOrFile(name, given, fault) : given(name));
    for (const { message } of read.error?.issues ?? [])
      fault(message.includes(name) ? message : `${name} ${message}`);
    return [name, read.data];
  });
  return Object.fromEntries(values) as { [Name in keyof Of]: z.output<Of[Name]> };
}

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

/** A text of a certain shape. */
export function like(shape: RegExp, rule: string) {
  return z.string().check(z.regex(shape, rule));
}

/** A whole number within limits. */
export function whole(least: number, most: number, usual: number) {
  const rule = `must be a whole number from ${least} to ${most}.`;
  const number = z.number().check(z.gte(least, rule), z.lte(most, rule));
  return z.prefault(z.pipe(like(/^\d{1,9}$/, rule), z.pipe(z.transform(Number), number)), `${usual}`);
}

/** What a function makes of a text; where it can't, it says why and gives `undefined`. */
export function madeBy<Value>(make: (text: string, fault: Fault) => Value | undefined) {
  return z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const fault = (message: string) => void issues.push({ code: "custom", message, input: undefined });
      return make(text, fault as Fault) as Value;
    }),
  );
}
