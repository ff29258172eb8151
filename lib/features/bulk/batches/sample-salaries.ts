export function sampleSalaries(_: unknown) {
  return "";
}
