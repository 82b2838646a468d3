import { getApplicationIcon } from "@gatepost/domain/application/icon";
import { visitor } from "../../../../../server/container.ts";
import { pictureAnswer } from "../../../../../server/picture-answer.ts";
import { softIdOf } from "../../../../../server/soft-id.ts";

/** An application's icon: always a PNG, and immutable under its version. */
export async function GET(request: Request, { params }: { params: Promise<{ softId: string }> }): Promise<Response> {
  const version = new URL(request.url).searchParams.get("v") ?? "";
  const softId = softIdOf((await params).softId);
  const asked = /^[\da-f]+$/.test(version);
  return pictureAnswer(
    asked ? await getApplicationIcon({ ctx: visitor(), input: { softId, version } }) : null,
    "image/png",
  );
}
