/**
 * Where large encrypted values may be kept beside PostgreSQL. Each promise rejects if the store did not do what was asked, or
 * did not say so in time.
 */
export interface ObjectStore {
  /** Whether the last upload succeeded, or failed so long ago that the next one is worth trying. */
  isUsable(): boolean;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** Also resolves if there is no such object. */
  delete(key: string): Promise<void>;
  /** The keys of all objects, in the order of their bytes. */
  keys(): AsyncIterable<string>;
}

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
