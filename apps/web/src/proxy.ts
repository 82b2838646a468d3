import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { framesHeader, pageHeader } from "./http/page-path.ts";
import { visitHeader, visitKind } from "./http/visit-kind.ts";

/**
 * Runs before pages and unknown paths, never before the JSON methods, nor before pictures and downloads, whose own policy is
 * stricter than the one of pages.
 */
export const config = {
  matcher: [
    "/((?!(?:openapi\\.json|healthz|readyz|mcp)/?$|_next/|api/methods/|answer/|inbound/|email/|embed/[^/]+/?$|apps/[^/]+/(?:icon|screenshots/[^/]+)/?$|dashboard/tasks/[^/]+/result/[^/]+/[^/]+/?$).*)",
  ],
};

export function proxy(request: NextRequest): Response {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set(visitHeader, visitKind(request.method, request.headers));
  headers.set(pageHeader, pathname + search);
  const frames = headers.get(framesHeader) ?? "'none'";
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), frames);
  // Next.js takes the nonce for its own scripts from this request header.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string, frames: string): string {
  const dev = process.env.NODE_ENV === "development";
  return Object.entries({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": frames,
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}
