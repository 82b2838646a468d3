import { getPublicApplication, type PublicApplication } from "@gatepost/domain/application/get-public-application";
import { visitor } from "./container.ts";

/** The application that a path segment names; null where the segment is no softId, or nobody may see it. */
export async function findPublicApplication(segment: string): Promise<PublicApplication | null> {
  if (!/^[1-9][0-9]{0,9}$/.test(segment)) return null;
  return getPublicApplication({ ctx: visitor(), input: { softId: Number(segment) } });
}
