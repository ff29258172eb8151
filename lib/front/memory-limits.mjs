// @ts-check
/**
 * How much memory Node may take for the server, in megabytes. Told how much there is, it tidies up in time: otherwise an
 * export lets it take hundreds for nothing. Half as much for what is young would cost a tenth of the requests under load.
 */
export const memoryLimits = ["--max-old-space-size=512", "--max-semi-space-size=8"];
