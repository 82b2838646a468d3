import type { Browser, CDPSession } from "playwright";

/**
 * Has the full browser download the PDFs that windows of a context open, as the headless shell does, until the session is
 * detached. Its viewer would show them, and keep them from the task. Other responses pass as they are.
 */
export async function savePdfs(browser: Browser, browserContextId: string): Promise<CDPSession> {
  // Of the browser, because a window that opens for a PDF is not known before the response comes.
  const session = await browser.newBrowserCDPSession();
  const isWindow = async (frameId: string) => {
    const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "page" }] });
    return targetInfos.some((target) => target.targetId === frameId && target.browserContextId === browserContextId);
  };
  session.on("Fetch.requestPaused", async ({ requestId, frameId, responseHeaders = [], responseStatusCode }) => {
    const headerOf = (name: string) => responseHeaders.find((header) => header.name.toLowerCase() === name)?.value;
    try {
      if (!headerOf("content-type")?.startsWith("application/pdf") || !(await isWindow(frameId)))
        return await session.send("Fetch.continueRequest", { requestId });
      const disposition = (headerOf("content-disposition") ?? "").replace(/^[^;]*/, "attachment");
      const others = responseHeaders.filter(({ name }) => name.toLowerCase() !== "content-disposition");
      await session.send("Fetch.continueResponse", {
        requestId,
        ...(responseStatusCode && { responseCode: responseStatusCode }),
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
