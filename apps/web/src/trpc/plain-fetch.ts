const unreachable = "The service cannot be reached. Try again when you are connected.";

/** fetch, whose failure a page can show: browsers say "Failed to fetch", and a proxy's own page is no answer of the service. */
export async function plainFetch(
  input: RequestInfo | URL,
  init?: { signal?: AbortSignal | null | undefined },
): Promise<Response> {
  const response = await fetch(input, init as RequestInit).catch((error: unknown) => {
    throw init?.signal?.aborted ? error : new Error(unreachable);
  });
  if (response.headers.get("content-type")?.startsWith("application/json")) return response;
  throw new Error(unreachable);
}
