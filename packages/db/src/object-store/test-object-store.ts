import { randomUUID } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startFauxqs } from "fauxqs";
import { type ObjectStore, type ObjectStoreSettings, s3Store } from "./object-store.ts";

interface TestObjectStore {
  settings: ObjectStoreSettings;
  /** The store itself, for what a test looks up; without the faults. */
  direct: ObjectStore;
  /** What happens to requests from now on: the connection is cut, 500 is answered, or nothing ever is. */
  fault: "cut" | "error" | "silence" | undefined;
  stop(): Promise<void>;
}

/** Where there is an empty bucket. */
interface Bucket extends Pick<ObjectStoreSettings, "bucket" | "region" | "credentials"> {
  endpoint: string;
  /** Deletes it. */
  remove(): Promise<void>;
}

/**
 * An S3-compatible store with an empty bucket, behind a proxy that can fail: in this process, or the one at
 * GATEPOST_TEST_STORE_ENDPOINT (`npm test -- store`), which must answer by plain HTTP, under any
 * host name.
 */
export async function startTestObjectStore(): Promise<TestObjectStore> {
  const { endpoint, remove, ...rest } = await (process.env.GATEPOST_TEST_STORE_ENDPOINT
    ? bucketElsewhere()
    : bucketHere());
  const { hostname, port } = new URL(endpoint);
  const proxy = createServer((incoming, response) => {
    if (store.fault === "cut") incoming.destroy();
    else if (store.fault === "error") response.writeHead(500).end();
    else if (store.fault !== "silence") {
      const { method, url: path, headers } = incoming;
      const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on("error", () => incoming.destroy());
      incoming.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const settings = {
    ...rest,
    pauseMs: 100,
    putMs: 60_000,
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
  const store: TestObjectStore = {
    settings,
    direct: s3Store({ ...settings, endpoint }),
    fault: undefined,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await remove();
    },
  };
  return store;
}

async function bucketHere(): Promise<Bucket> {
  const server = await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
  const bucket = "pictures";
  server.createBucket(bucket);
  return {
    bucket,
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${server.port}`,
    credentials: { accessKeyId: "test", secretAccessKey: "canary of the store" },
    remove: () => server.stop(),
  };
}

async function bucketElsewhere(): Promise<Bucket> {
  const {
    GATEPOST_TEST_STORE_ENDPOINT: endpoint = "",
    GATEPOST_TEST_STORE_REGION: region = "us-east-1",
    GATEPOST_TEST_STORE_ACCESS_KEY_ID: accessKeyId = "",
    GATEPOST_TEST_STORE_SECRET_ACCESS_KEY: secretAccessKey = "",
  } = process.env;
  const credentials = { accessKeyId, secretAccessKey };
  const bucket = `gatepost-test-${randomUUID()}`;
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }));
  return {
    bucket,
    region,
    endpoint,
    credentials,
    async remove() {
      const store = s3Store({ bucket, region, endpoint, credentials });
      for await (const key of store.keys()) await store.delete(key);
      await client.send(new sdk.DeleteBucketCommand({ Bucket: bucket }));
      client.destroy();
    },
  };
}
