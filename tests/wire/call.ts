import { type ErrorCode, errors, statusOf } from "@gatepost/contract/errors";
import { type MethodName, methods } from "@gatepost/contract/methods";
import { expect } from "vitest";

export interface Answer {
  status: number;
  headers: Headers;
  /** The body, byte for byte. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is not typed, it is looked at.
  body: any;
}

/** One POST, below the typed client: for bytes, headers and statuses that no client would send or show. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = body instanceof Uint8Array;
  const response = await fetch(new URL(path, `${url}/`), {
    method: "POST",
    headers: raw ? headers : { "content-type": "application/json", ...headers },
    body: raw ? new Uint8Array(body) : JSON.stringify(body),
  });
  return read(response);
}

export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What holds for every answer of the API: its type, that nobody keeps it, and one of two envelopes. */
export function expectEnvelope({ headers, body, text }: Answer): void {
  expect(headers.get("content-type"), text).toBe("application/json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body.errorId, text).toSatisfy(Number.isInteger);
  if (body.errorId === 0) {
    expect(body).not.toHaveProperty("errorCode");
    expect(body).not.toHaveProperty("errorDescription");
    return;
  }
  const { problems, failure, partial, ...envelope } = body;
  expect(Object.keys(envelope)).toEqual(["errorId", "errorCode", "errorDescription"]);
  // Of saveTemplate alone.
  if (problems !== undefined)
    expect(methods.saveTemplate.detailed?.[0]?.more.parse({ problems })).toEqual({ problems });
  // Of a failed task alone.
  if (failure !== undefined)
    expect(methods.getTaskResult.detailed?.[0]?.more.parse({ failure, partial })).toEqual({ failure, partial });
  expect(errors, `${body.errorCode} is not in the table`).toHaveProperty(body.errorCode);
  expect(body.errorId).toBe(errors[body.errorCode as ErrorCode].id);
  expect(body.errorDescription, "English sentences that say what to change").toMatch(/^\w.*[.!?]$/s);
}

/** An error of the table, with the HTTP status that it has there unless another is said. */
export function expectError(answer: Answer, code: ErrorCode, status: number = statusOf(code)): void {
  expectEnvelope(answer);
  expect({ code: answer.body.errorCode, status: answer.status }, answer.text).toEqual({ code, status });
}

/** A success of the method, as its schema describes it and with nothing else in it. */
export function expectSuccess(answer: Answer, method: MethodName): void {
  expectEnvelope(answer);
  expect(answer.body, answer.text).toMatchObject({ errorId: 0 });
  expect(answer.status).toBe(200);
  expect(methods[method].response.parse(answer.body), "an undeclared property").toEqual(answer.body);
}

/** The total of a report's series. */
export function totalOf(series: { data: { y: number }[] } | undefined): number {
  return series?.data.reduce((total, { y }) => total + y, 0) ?? Number.NaN;
}
