import { once } from "node:events";
import { readdirSync, statfsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { WrittenStep } from "@gatepost/contract/steps";
import { describe, expect, test } from "vitest";
import { inSessionAt, openTestBrowser, playSteps } from "../testing/test-browser.ts";
import { openPages, readText } from "../testing/test-pages.ts";

const csv = "id,sum\n1,12.00\n";
const pdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj trailer<</Root 1 0 R>>";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const piece = Buffer.alloc(64 * 1024, "x");

const send =
  (body: string | Buffer, headers: Record<string, string>) =>
  (_: unknown, response: ServerResponse): void =>
    void response.writeHead(200, headers).end(body);

/** Sends more until the browser takes no more, which ends `given`. */
let given: Promise<unknown> | undefined;
function pour(_: unknown, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment" });
  given = once(response, "close");
  const go = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", go);
  go();
}

let pdfRequests: string[];
let numbered = 0;
const held: ServerResponse[] = [];

const { site, browser, play } = await openPages(
  {
    "/": `<a id=csv href=/csv>A</a> <a id=named href=/plain download="../../etc/Sales 2026.csv">B</a>
    <a id=window href=/csv target=_blank>C</a> <a id=pdf href=/pdf>D</a> <a id=pdf-window href=/pdf target=_blank>E</a>
    <form method=post action=/pdf><button id=post>F</button></form><a id=page href=/page>G</a><a id=endless href=/endless>H</a>
    <a id=broken href=/broken>I</a> <a id=big href=/big>J</a> <iframe src=/frame></iframe><button id=blob>K</button> <button id=made>S</button> <button id=preview>T</button>
    <a id=empty href=/empty>L</a> <button id=five onclick="for (let n = 0; n < 5; n++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/numbered' }))">U</button>
    <a id=text href=/notes>N</a> <a id=json href=/data target=_blank>O</a> <a id=image href=/picture.png>P</a>
    <a id=missing href=/missing>Q</a><a id=two href=/csv>M</a><a id=held href=/held>R</a>
    <script>
    document.querySelector("#made").onclick = () => open(URL.createObjectURL(new Blob(["{}"], { type: "application/json" })));
    document.querySelector("#preview").onclick = () => {
      const page = '<body onload="a.click()"><h1>Preview</h1><a id="a" download href="' + origin + '/csv">';
      open(URL.createObjectURL(new Blob([page], { type: "text/html" })));
    };
    document.querySelector("#blob").onclick = () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["from the page"]));
      link.download = "note.txt";
      link.click();
    }</script>`,
    "/csv": send(csv, { "content-type": "text/csv", "content-disposition": 'attachment; filename="../report.csv"' }),
    "/plain": send(csv, { "content-type": "text/csv" }),
    "/page": "<p id=here>A page</p>",
    "/frame": "<a id=framed href=/csv>framed</a>",
    "/pdf": (request, response) => {
      pdfRequests.push(request.method ?? "");
      send(pdf, { "content-type": "application/pdf", "content-disposition": 'inline; filename="invoice.pdf"' })(
        request,
        response,
      );
    },
    "/notes": send("Bring the passport.", { "content-type": "text/plain; charset=utf-8" }),
    "/data": send('{"paid":true}', { "content-type": "application/json" }),
    "/picture.png": send(png, { "content-type": "image/png" }),
    "/missing": (_, response) =>
      void response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file."),
    "/endless": pour,
    "/held": (_, response) => void held.push(response),
    "/empty": send("", { "content-type": "text/csv", "content-disposition": "attachment" }),
    "/big": send(Buffer.alloc(600 * 1024), { "content-disposition": "attachment; filename=big.bin" }),
    "/numbered": (_, response) =>
      void response.writeHead(200, { "content-disposition": "attachment" }).end(`${++numbered}`),
    "/broken": (_, response) => {
      response.writeHead(200, { "content-length": "1000", "content-disposition": "attachment; filename=cut.txt" });
      response.write("some", () => response.destroy());
    },
  },
  { filesMegabytes: 1 },
);
const open: WrittenStep = { type: "OPEN_PAGE", url: "" };
const opened = (): WrittenStep => ({ ...open, url: site.url() });
const download = (selector: string, as = "file", seconds = 10): WrittenStep => ({
  type: "DOWNLOAD_FILE",
  selector,
  as,
  timeout: seconds,
});
const seen: WrittenStep = { type: "WAIT_FOR_ELEMENT", selector: "#csv" };

const leftOnDisk = () => readdirSync(browser.folder).filter((name) => name.startsWith("download-"));

async function filesAfter(...steps: WrittenStep[]) {
  pdfRequests = [];
  await using played = await play([opened(), ...steps]);
  // The task is still where it was, and nothing of the file is left on the disk.
  expect(played.session.windows.page.url()).toBe(site.url());
  expect(leftOnDisk()).toEqual([]);
  return Object.fromEntries(
    [...played.files].map(([as, { base64, ...file }]) => [
      as,
      { ...file, text: Buffer.from(base64, "base64").toString() },
    ]),
  );
}

const reasonOf = (...steps: WrittenStep[]) =>
  play([opened(), ...steps]).then(
    () => "no error",
    (error: Error) => error.message,
  );

describe("DOWNLOAD_FILE", () => {
  const downloads = (...ids: string[]) => ids.map((id) => download(`#${id}`, id));

  test("keeps attachments, also by a link that names them, in a window, in a frame, made by the page, and empty", async () => {
    const files = await filesAfter(...downloads("csv", "named", "window", "framed", "blob", "empty"), seen);
    const report = { name: "_report.csv", type: "text/csv", size: csv.length, text: csv };
    expect(files).toMatchObject({
      csv: report,
      named: { type: "text/csv", size: csv.length, text: csv },
      window: report,
      framed: report,
      blob: { name: "note.txt", type: "text/plain", text: "from the page" },
      empty: { size: 0, text: "" },
    });
    for (const { name } of Object.values(files)) expect(name).not.toMatch(/[/\\]/);
  });

  test("keeps a PDF of a link, in a window and of a form, which the full browser would show, with one request", async () => {
    const files = await filesAfter(...downloads("pdf", "pdf-window", "post"), seen);
    const file = { name: "invoice.pdf", type: "application/pdf", size: pdf.length, text: pdf };
    expect(files).toEqual({ pdf: file, "pdf-window": file, post: file });
    expect(pdfRequests).toEqual(["GET", "GET", "POST"]);
  });

  test("keeps a text, JSON in a window of its own, also made by the page, and an image, which a window would show", async () => {
    expect(await filesAfter(...downloads("text", "json", "made", "image"), seen)).toMatchObject({
      text: { name: "notes.txt", type: "text/plain", text: "Bring the passport." },
      json: { name: "data.json", type: "application/json", text: '{"paid":true}' },
      made: { type: "application/json", text: "{}" },
      image: { name: "picture.png", type: "image/png", size: png.length },
    });
  });

  test("keeps the first of several downloads of one address, and removes what came after it", async () => {
    for (let time = 0; time < 3; time++) {
      numbered = 0;
      const played = await play([opened(), download("#five")]);
      await played.session.close();
      expect(Buffer.from(played.files.get("file")?.base64 ?? "", "base64").toString()).toBe("1");
      await expect.poll(leftOnDisk).toEqual([]);
    }
  });

  test("leaves a page open that another one has made, and that sends the file", async () => {
    await using played = await play([opened(), download("#preview"), readText("h1")]);
    expect(Object.fromEntries(played.texts)).toEqual({ text: "Preview" });
  });

  test("shows such files again afterwards, and keeps no error that the site answers with", async () => {
    await using played = await play([opened(), download("#text"), { type: "CLICK", selector: "#text" }]);
    await expect.poll(() => played.session.windows.page.url()).toBe(site.url("/notes"));
    expect(await reasonOf(download("#missing", "file", 3))).toBe('clicked "#missing"; no download began');
  });

  test("keeps of one name the last, and refuses downloads again afterwards", async () => {
    await using played = await play([opened(), download("#csv", "a"), download("#blob", "a")]);
    expect([...played.files].map(([as, { name }]) => [as, name])).toEqual([["a", "note.txt"]]);
    const { page } = played.session;
    const began = page.waitForEvent("download");
    await page.click("#two");
    expect(await (await began).failure()).not.toBeNull();
  });

  test("stops a download without end at the limit", async () => {
    expect(await reasonOf(download("#endless", "file", 30))).toBe(
      'clicked "#endless"; the file "endless.csv" is larger than what a task keeps: 1 MiB of files in all',
    );
    // The browser takes nothing more, and keeps nothing.
    await given;
    expect(leftOnDisk()).toEqual([]);
  });

  test("counts all files of the task together", async () => {
    expect(await reasonOf(download("#big", "a"), download("#big", "a"), download("#big", "b"))).toBe(
      'clicked "#big"; the file "big.bin" is larger than what a task keeps: 1 MiB of files in all',
    );
  });

  test("says that no download began, or that it broke off", async () => {
    expect(await reasonOf(download("#page", "file", 3))).toBe('clicked "#page"; no download began');
    expect(await reasonOf(download("#broken", "file", 10))).toBe(
      'clicked "#broken"; the file "cut.txt" did not arrive completely',
    );
  });

  test("says that the disk has too little space for what a task may keep", async () => {
    const size = statfsSync(browser.folder);
    const small = await openTestBrowser(site.host, { filesMegabytes: (size.blocks * size.bsize) / 1024 / 1024 });
    try {
      const steps = [opened(), download("#broken")];
      await expect(playSteps(small, steps)).rejects.toThrow(
        '"cut.txt" did not arrive completely: the worker\'s disk has too little space',
      );
    } finally {
      await small.close();
    }
  });

  test("is refused in a context from its beginning, before the task goes on in it", async () => {
    await using played = await play([opened()]);
    const context = await played.session.context.browser()?.newContext();
    const page = await context?.newPage();
    await page?.setContent('<a download href="data:,x">A</a>');
    const began = page?.waitForEvent("download");
    await page?.click("a");
    expect(await (await began)?.failure()).toBe("canceled");
    await context?.close();
  });

  test("is not taken for that of another task, which is refused a file of the same address meanwhile", async () => {
    await using played = await play([opened()]);
    const { page, downloads, windows } = played.session;
    const answer = (response?: ServerResponse) =>
      response?.writeHead(200, { "content-disposition": "attachment; filename=held.txt" }).end("whole");
    // Playwright's click waits for the response.
    const clickHeld = "document.querySelector('#held').click()";
    const begin = async () => {
      await page.evaluate(clickHeld);
      await expect.poll(() => held.length).toBe(1);
      await inSessionAt(browser.browser, site.url(), async (other) => {
        const refused = other.waitForEvent("download");
        await other.evaluate(clickHeld);
        await expect.poll(() => held.length).toBe(2);
        answer(held[1]);
        await (await refused).failure();
      });
      answer(held[0]);
    };
    const settled = () => windows.settle(10_000);
    const limits = { bytesLeft: 100, timeLeft: () => 10_000, signal: new AbortController().signal, isShownToo: true };
    expect(await downloads.take(begin, settled, limits)).toMatchObject({ status: "done", name: "held.txt" });
  });
});
