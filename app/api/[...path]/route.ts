import { toResponse } from "#lib/server/http/answer";
import { answerApi } from "#lib/server/verbs/dispatch";

async function answer(
  request: Request,
  { params }: { params: Promise<{ path: string[] }> },
): Promise<Response> {
  return toResponse(await answerApi(request, (await params).path));
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
