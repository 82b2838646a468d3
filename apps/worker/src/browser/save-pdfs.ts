import type { Browser, CDPSession } from "playwright";

/** What a window shows instead of a page. The headless shell downloads PDFs by itself; the full browser shows them too. */
const shownFile =
  /^(?:application\/(?:pdf|json|[\w.-]+\+json|xml)|text\/(?!html\b)[\w.+-]+|(?:image|audio|video)\/[\w.+-]+)/i;

/**
 * Has the browser download the files that windows of a context would show, until the session is detached. Other responses
 * pass as they are: pages, errors, redirects, and what frames show.
 */
export async function saveShownFiles(browser: Browser, browserContextId: string): Promise<CDPSession> {
  // Of the browser, because a window that opens for a file is not known before the response comes.
  const session = await browser.newBrowserCDPSession();
  const isWindow = async (frameId: string) => {
    const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "page" }] });
    return targetInfos.some((target) => target.targetId === frameId && target.browserContextId === browserContextId);
  };
  session.on("Fetch.requestPaused", async ({ requestId, frameId, responseHeaders = [], responseStatusCode }) => {
    const headerOf = (name: string) => responseHeaders.find((header) => header.name.toLowerCase() === name)?.value;
    try {
      const isFile = responseStatusCode === 200 && shownFile.test(headerOf("content-type") ?? "");
      if (!isFile || !(await isWindow(frameId))) return await session.send("Fetch.continueRequest", { requestId });
      const disposition = (headerOf("content-disposition") ?? "").replace(/^[^;]*/, "attachment");
      const others = responseHeaders.filter(({ name }) => name.toLowerCase() !== "content-disposition");
      await session.send("Fetch.continueResponse", {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: [...others, { name: "content-disposition", value: disposition }],
      });
    } catch {
      // The window, or the browser, was closed meanwhile.
    }
  });
  const patterns = [{ urlPattern: "*", resourceType: "Document" as const, requestStage: "Response" as const }];
  await session.send("Fetch.enable", { patterns });
  return session;
}
