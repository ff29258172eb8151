/** Of so many random cases `npm test` tries a tenth, and `npm run prove -- long-tests` all. */
export function casesOf(all: number): number {
  return process.env.LONG_TESTS === "true" ? all : all / 10;
}
