import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startFauxqs } from "fauxqs";
import type { ObjectStore, ObjectStoreSettings } from "./object-store.ts";
import { s3Store } from "./s3-store.ts";

export interface TestObjectStore {
  settings: ObjectStoreSettings;
  /** The store itself, for what a test looks up; without the faults. */
  direct: ObjectStore;
  /** What happens to requests from now on: the connection is cut, 500 is answered, or nothing ever is. */
  fault: "cut" | "error" | "silence" | undefined;
  stop(): Promise<void>;
}

/** An S3-compatible store with an empty bucket, in this process, behind a proxy that can fail. */
export async function startTestObjectStore(): Promise<TestObjectStore> {
  const server = await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
  const bucket = "pictures";
  server.createBucket(bucket);
  const proxy = createServer((incoming, response) => {
    if (store.fault === "cut") incoming.destroy();
    else if (store.fault === "error") response.writeHead(500).end();
    else if (store.fault !== "silence") {
      const { method, url: path, headers } = incoming;
      const forwarded = request({ host: "127.0.0.1", port: server.port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.on("error", () => incoming.destroy());
      incoming.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const settings = {
    ...{ bucket, region: "us-east-1", pauseMs: 100, putMs: 60_000 },
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    credentials: { accessKeyId: "test", secretAccessKey: "canary of the store" },
  };
  const store: TestObjectStore = {
    settings,
    direct: s3Store({ ...settings, endpoint: `http://127.0.0.1:${server.port}` }),
    fault: undefined,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await server.stop();
    },
  };
  return store;
}
