import { tooMany } from "../../../../answer/message-pages.ts";
import { confirmAddress, showConfirmPage } from "../../../../email/confirm-page.ts";
import { openContainer } from "../../../../server/container.ts";
import { isOverLimit } from "../../../../server/over-limit.ts";

interface Segments {
  params: Promise<{ token: string }>;
}

export async function GET({ headers }: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(headers)) return tooMany();
  return showConfirmPage(openContainer().app, (await params).token);
}

export async function POST({ headers }: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(headers)) return tooMany();
  return confirmAddress(openContainer().app, (await params).token);
}
