import { receiveCallback } from "#lib/server/callbacks";

type Context = { params: Promise<{ token: string }> };
const receive = async (request: Request, { params }: Context) =>
  receiveCallback((await params).token, request);

export {
  receive as DELETE,
  receive as GET,
  receive as HEAD,
  receive as OPTIONS,
  receive as PATCH,
  receive as POST,
  receive as PUT,
};
