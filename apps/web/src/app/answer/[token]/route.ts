import { actOnAnswerPage, showAnswerPage } from "../../../answer/answer-link.ts";
import { tooMany } from "../../../answer/message-pages.ts";
import { openContainer } from "../../../server/container.ts";
import { isOverLimit } from "../../../server/over-limit.ts";

interface Segments {
  params: Promise<{ token: string }>;
}

export async function GET({ headers }: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(headers)) return tooMany();
  return showAnswerPage(openContainer().app, (await params).token);
}

export async function POST(request: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(request.headers)) return tooMany();
  return actOnAnswerPage(openContainer().app, (await params).token, request);
}
