/**
 * Headers of every response, on both paths; embedded charts and live pages are without X-Frame-Options (next.config.mjs). The
 * script policy needs a nonce and is set in proxy.ts.
 */
export const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};
