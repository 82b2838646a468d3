import { existsSync } from "node:fs";
import { join } from "node:path";
import { securityHeaders } from "./src/http/security-headers.ts";

const { "X-Frame-Options": frames, ...otherHeaders } = securityHeaders;
/** @param {Record<string, string>} headers */
const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/**
 * Not next.config.ts: to read that, each web process loads the compiler of TypeScript, 26 MB that it keeps.
 *
 * @type {import("next").NextConfig}
 */
export default {
  // `npm run verify` checks types; a first start would take longer for it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Disables /_next/image, which no page uses, because anybody could have it resize and cache images.
  // With a cache of 0 bytes, Next.js makes no folder for it, which would fail in a read-only checkout.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // Otherwise each of a dozen routes has a copy of them, which the process keeps.
  serverExternalPackages: ["better-auth", "crawler-user-agents", "lru-cache", "minisearch", "nodemailer", "re2js"],
  turbopack: { root: join(import.meta.dirname, "../..") },
  // Otherwise Next.js hides its router's prefetch headers from src/proxy.ts.
  skipProxyUrlNormalize: true,
  // Base URLs that end with a slash are common, and a redirect would drop a proxy's path prefix.
  skipTrailingSlashRedirect: true,
  experimental: {
    // A link that is followed while the service cannot be reached waits for it. Otherwise the browser would show an error page of its own.
    useOffline: true,
    proxyClientMaxBodySize: "256kb",
    // Nothing reads them.
    turbopackSourceMaps: false,
    // The third build and later ones are several times faster with it. The first one would be a quarter slower.
    turbopackFileSystemCacheForBuild: existsSync(join(import.meta.dirname, ".next/BUILD_ID")),
  },
  // Pages of the documentation as Markdown, and their pictures, under the names that they have in the repository.
  rewrites: async () => [{ source: "/docs/:file(.+\\.(?:md|png))", destination: "/docs/files/:file" }],
  headers: async () => [
    { source: "/:path*", headers: listed(otherHeaders) },
    // Embedded charts may be shown in a frame, and live pages where their policy (src/proxy.ts) says so.
    { source: "/((?!embed/[^/]+/?$|live/[^/]+/?$).*)", headers: listed({ "X-Frame-Options": frames }) },
    { source: "/embed/:token", headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
    // An answer link's address is what opens it, so no other site gets any part of it. The last entry counts.
    { source: "/answer/:token", headers: [{ key: "Referrer-Policy", value: "same-origin" }] },
    { source: "/email/:path*", headers: [{ key: "Referrer-Policy", value: "same-origin" }] },
  ],
};
