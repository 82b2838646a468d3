import type { ErrorCode } from "./errors.ts";
import { limits } from "./limits.ts";

/**
 * Errors of calls that do not reach a method (docs/contract.md, section 1): the same envelope as every error, with
 * another HTTP status than the error table has for the code.
 */
export const transportErrors = {
  notAnObject: {
    status: 400,
    code: "ERROR_BAD_REQUEST",
    description: 'The body is not a JSON object in UTF-8. Send one, such as {"clientKey":"…"}.',
  },
  malformed: {
    status: 400,
    code: "ERROR_BAD_REQUEST",
    description: "The request is not valid HTTP/1.1.",
  },
  compressed: {
    status: 415,
    code: "ERROR_BAD_REQUEST",
    description:
      "The body is compressed, which is not supported. Send it as it is, without the header Content-Encoding.",
  },
  notPost: {
    status: 405,
    code: "ERROR_NO_SUCH_METHOD",
    description: "This method is called with POST.",
  },
  bodyTooLarge: {
    status: 413,
    code: "ERROR_REQUEST_TOO_LARGE",
    description:
      `The body is over the limit of ${limits.bodyBytes / 1024} KiB. createTask and pushAntiGateVariable take a larger one if ` +
      "the header Authorization has the key too, as Bearer KEY.",
  },
  extensionsTooLarge: {
    status: 413,
    code: "ERROR_REQUEST_TOO_LARGE",
    description: "The chunks of the body have extensions that are too long.",
  },
  headersTooLarge: {
    status: 431,
    code: "ERROR_REQUEST_TOO_LARGE",
    description: "The headers are over the limit of 16 KiB together.",
  },
  tooSlow: {
    status: 408,
    code: "ERROR_BAD_REQUEST",
    description: "The request did not arrive in time: its headers within 10 seconds, all of it within 30.",
  },
} as const satisfies Record<string, { status: number; code: ErrorCode; description: string }>;
