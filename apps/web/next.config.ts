import { join } from "node:path";
import type { NextConfig } from "next";

/** What every answer of the site carries; the policy for scripts needs a nonce, and comes from src/proxy.ts. */
const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export default {
  typedRoutes: true,
  poweredByHeader: false,
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
