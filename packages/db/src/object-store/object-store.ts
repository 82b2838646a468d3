import type { S3ClientConfig } from "@aws-sdk/client-s3";

export interface ObjectStoreSettings {
  bucket: string;
  /** The address of a store other than Amazon's, which then gets the bucket's name in the path. */
  endpoint: string | undefined;
  region: string;
  /** Without them, as the AWS SDK finds them: in its environment variables, its files, or the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Milliseconds for which nothing is uploaded after an upload has failed. */
  pauseMs?: number;
  /** Milliseconds that an upload may take, beside a second for each mebibyte. */
  putMs?: number;
}

const otherMs = 10_000;
/** An upload that is slower than a mebibyte a second is given up. */
const bytesPerMs = 1_049;

interface Options extends ObjectStoreSettings {
  /** Called when an upload fails after others succeeded, and when one succeeds again (without an error). */
  onChange?: (error?: unknown) => void;
}

export type ObjectStore = ReturnType<typeof s3Store>;

/**
 * A bucket of an S3-compatible store, where large encrypted values may be kept beside PostgreSQL. Each promise rejects if the
 * store did not do what was asked, or did not say so in time. Uses only requests that every such store knows: PutObject,
 * GetObject, DeleteObject and ListObjectsV2, without the checksums that newer SDKs add and older stores refuse. Loads the SDK,
 * so that installations without a store do without its memory.
 */
export function s3Store({ bucket: Bucket, onChange, ...settings }: Options) {
  // An upload's time is short, because a task's end waits for it; what was not uploaded by then goes to PostgreSQL.
  const { putMs = 2_000, pauseMs = 5_000 } = settings;
  const opened = import("@aws-sdk/client-s3").then((sdk) => ({ sdk, client: new sdk.S3Client(configOf(settings)) }));
  // The first request reports it.
  opened.catch(() => {});
  let unusableUntil = 0;
  let isFailing = false;

  return {
    /** Whether the last upload succeeded, or failed so long ago that the next one is worth trying. */
    isUsable: () => performance.now() >= unusableUntil,
    async put(Key: string, Body: Uint8Array): Promise<void> {
      const { sdk, client } = await opened;
      try {
        const abortSignal = AbortSignal.timeout(putMs + Math.ceil(Body.length / bytesPerMs));
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), { abortSignal });
      } catch (error) {
        unusableUntil = performance.now() + pauseMs;
        if (!isFailing) onChange?.(error);
        isFailing = true;
        throw error;
      }
      if (isFailing) onChange?.();
      isFailing = false;
    },
    /** Null if there is no such object. */
    async get(Key: string): Promise<Buffer | null> {
      const { sdk, client } = await opened;
      const abortSignal = AbortSignal.timeout(otherMs);
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal });
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    /** Also resolves if there is no such object. */
    async delete(Key: string): Promise<void> {
      const { sdk, client } = await opened;
      const abortSignal = AbortSignal.timeout(otherMs);
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
    },
    /** The keys of all objects, in the order of their bytes. */
    async *keys(): AsyncGenerator<string> {
      const { sdk, client } = await opened;
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
    },
  };
}

function configOf({ endpoint, region, credentials }: Omit<ObjectStoreSettings, "bucket">) {
  const config: S3ClientConfig = {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // What fails goes to PostgreSQL, or is tried again by the caller.
    maxAttempts: 1,
  };
  return config;
}
