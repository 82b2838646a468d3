import { randomBytes } from "node:crypto";
import { methodNames } from "@gatepost/contract/methods";
import { type NextRequest, NextResponse } from "next/server";
import { visitHeader, visitKind } from "./server/visit-kind.ts";
import { failure } from "./server/wire-errors.ts";

/** Runs before pages, and before whatever path nobody knows; never before a method (tests hold this list to the table). */
export const config = {
  matcher: [
    "/((?!(?:createTask|pushAntiGateVariable|getTaskResult|getBalance|getAppStats|openapi\\.json|healthz|readyz)/?$|_next/).*)",
  ],
};

export function proxy(request: NextRequest): Response {
  const { pathname } = new URL(request.url);
  if (request.method === "POST" && isUnknownMethod(pathname) && !request.headers.has("next-action"))
    return noSuchMethod(pathname.slice(1));

  const headers = new Headers(request.headers);
  headers.set(visitHeader, visitKind(request.method, (name) => request.headers.get(name)));
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"));
  // Next.js takes the nonce for its own scripts from this request header.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** A path of one segment where a method could be (CONTRACT, section 1). Pages that take actions are told by `next-action`. */
function isUnknownMethod(pathname: string): boolean {
  return /^\/[^/]+\/?$/.test(pathname);
}

function noSuchMethod(name: string): Response {
  const shown = name.replace(/\/$/, "").slice(0, 100);
  const { status, headers, body } = failure(
    "ERROR_NO_SUCH_METHOD",
    `There is no method ${JSON.stringify(shown)}. The methods are ${methodNames.join(", ")}.`,
  );
  return new Response(body, { status, headers });
}

function contentSecurityPolicy(nonce: string): string {
  const dev = process.env.NODE_ENV === "development";
  return Object.entries({
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}
