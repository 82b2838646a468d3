import { tooMany } from "../../../../answer/message-pages.ts";
import { showEndReportsPage, stopReports } from "../../../../email/end-reports-page.ts";
import { openContainer } from "../../../../server/container.ts";
import { isOverLimit } from "../../../../server/over-limit.ts";

interface Segments {
  params: Promise<{ token: string }>;
}

export async function GET({ headers }: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(headers)) return tooMany();
  return showEndReportsPage(openContainer().app, (await params).token);
}

/** From the page's button, or from a mail program by the header List-Unsubscribe-Post (RFC 8058). */
export async function POST({ headers }: Request, { params }: Segments): Promise<Response> {
  if (await isOverLimit(headers)) return tooMany();
  return stopReports(openContainer().app, (await params).token);
}
