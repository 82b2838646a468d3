import type { ObjectStoreSettings } from "@gatepost/db/object-store/object-store";

const others = [
  "GATEPOST_S3_ENDPOINT",
  "GATEPOST_S3_REGION",
  "GATEPOST_S3_ACCESS_KEY_ID",
  "GATEPOST_S3_SECRET_ACCESS_KEY",
] as const;

/** The store for pictures; undefined if none is set: then they are kept in PostgreSQL. Throws one sentence as the others do. */
export function readObjectStoreSettings(env: Record<string, string | undefined>): ObjectStoreSettings | undefined {
  const bucket = env.GATEPOST_S3_BUCKET;
  const { GATEPOST_S3_ENDPOINT: endpoint, GATEPOST_S3_REGION: region } = env;
  const { GATEPOST_S3_ACCESS_KEY_ID: accessKeyId, GATEPOST_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket) {
    const other = others.find((name) => env[name]);
    if (other) throw new Error(`${other} is set, and GATEPOST_S3_BUCKET is not: set both, or neither.`);
    return undefined;
  }
  // The rules of Amazon S3, which other stores follow.
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    throw new Error(
      `GATEPOST_S3_BUCKET is "${bucket}": give it the name of a bucket alone, 3 to 63 lower-case letters, digits, hyphens and dots, as in gatepost-pictures.`,
    );
  if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new Error(
      "GATEPOST_S3_ENDPOINT is no address of an object store: give it one such as https://s3.example.org.",
    );
  if (!accessKeyId !== !secretAccessKey)
    throw new Error(
      "GATEPOST_S3_ACCESS_KEY_ID and GATEPOST_S3_SECRET_ACCESS_KEY belong together: set both, or neither.",
    );
  return {
    bucket,
    endpoint: endpoint || undefined,
    region: region || "us-east-1",
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}
