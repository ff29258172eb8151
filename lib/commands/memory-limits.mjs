/**
 * How much memory Node may take for the server, in megabytes. Told how much there is, it tidies up in time: otherwise an
 * export lets it take hundreds for nothing. What is young lives in a few at once; most of it is gone before the next.
 */
export const memoryLimits = ["--max-old-space-size=512", "--max-semi-space-size=4"];
