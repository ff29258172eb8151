// @ts-check
/**
 * The header that is on every answer of this server, whoever writes it. What stands between it and a browser answers without
 * it; an ID of the request would not do, since many proxies write one too.
 */
export const answerMark = { name: "x-answered-by", value: "dashboard" };
