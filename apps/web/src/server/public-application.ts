import { getPublicApplication, type PublicApplication } from "@gatepost/domain/application/get-public-application";
import { visitor } from "./container.ts";

/** The application that a path segment names; null if the segment is not a softId, or the application is not public. */
export async function findPublicApplication(segment: string): Promise<PublicApplication | null> {
  if (!/^[1-9][0-9]{0,9}$/.test(segment)) return null;
  return getPublicApplication({ ctx: visitor(), input: { softId: Number(segment) } });
}
