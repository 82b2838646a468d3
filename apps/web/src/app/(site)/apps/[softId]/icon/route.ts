import { getApplicationIcon } from "@gatepost/domain/applications/pictures";
import { pictureAnswer } from "../../../../../public/public-application.ts";

/** An application's icon: always a PNG, and immutable under its version. */
export async function GET(request: Request, { params }: RouteContext<"/apps/[softId]/icon">): Promise<Response> {
  const version = new URL(request.url).searchParams.get("v") ?? "";
  return pictureAnswer(getApplicationIcon, "image/png", { ...(await params), version });
}
