import { receiveCallback } from "#lib/server/callbacks/callbacks";
import { direct, toHandler } from "#lib/server/http/direct";

const receive = toHandler((request, { token }) => receiveCallback(String(token), request));
direct("GET /api/callbacks/[token]", receive);
direct("POST /api/callbacks/[token]", receive);

export {
  receive as DELETE,
  receive as GET,
  receive as HEAD,
  receive as OPTIONS,
  receive as PATCH,
  receive as POST,
  receive as PUT,
};
