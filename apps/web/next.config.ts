import { join } from "node:path";
import type { NextConfig } from "next";
import { securityHeaders } from "./src/server/security-headers.ts";

export default {
  typedRoutes: true,
  poweredByHeader: false,
  // Closes /_next/image, which no page uses: anybody could have it resize and cache images.
  images: { unoptimized: true },
  turbopack: { root: join(import.meta.dirname, "../..") },
  // Otherwise the headers by which Next.js's router fetches ahead of a click are hidden from src/proxy.ts.
  skipProxyUrlNormalize: true,
  // A base URL that ends with a slash is common; a redirect would lead out of a proxy's path prefix.
  skipTrailingSlashRedirect: true,
  experimental: { proxyClientMaxBodySize: "256kb" },
  headers: async () => [
    {
      source: "/:path*",
      headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
    },
  ],
} satisfies NextConfig;
