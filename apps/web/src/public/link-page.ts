import { hash } from "node:crypto";
import { html } from "@gatepost/presenters/html";
import { htmlPage, pageStyle } from "../format/html-page.ts";

/**
 * The script of answer pages, without which they work too: it shows the page's picture or, when asked, the live page, counts the
 * time down, and polls while there is nothing to answer, or while the live page may end the question.
 */
export const answerScript = `
(() => {
  const left = document.querySelector("[data-until]");
  if (left) {
    // Of the clock, because the other time stands still while a phone sleeps.
    const until = Date.now() + Number(left.dataset.until) * 1000;
    const show = () => {
      const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
      const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
      if (seconds >= 3600) parts.unshift(Math.floor(seconds / 3600));
      left.textContent = parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":") + " left";
    };
    show();
    setInterval(show, 1000);
  }

  const page = document.querySelector("[data-picture]");
  if (page) {
    // Its place is kept from the start, so that the field below does not move when the picture comes, or does not.
    page.replaceChildren(document.querySelector("#picture").content.cloneNode(true));
    const image = page.querySelector("img");
    image.hidden = true;
    const missing = () => {
      page.style.height = page.getBoundingClientRect().height + "px";
      page.classList.add("hint");
      page.textContent = "There is no screenshot of the page.";
    };
    const ask = async (attempts) => {
      const response = await fetch(location.pathname, {
        method: "POST", headers: { accept: "image/*" }, body: new URLSearchParams({ do: "picture" }),
      });
      if (response.status === 200) {
        image.src = URL.createObjectURL(await response.blob());
        image.hidden = false;
      } else if (response.status === 204 && attempts > 1) setTimeout(() => ask(attempts - 1), 500);
      else missing();
    };
    ask(6).catch(missing);
  }

  const again = document.querySelector("[data-again]");
  const waitOf = (page) => page.querySelector("[name=wait]")?.value;
  const poll = async () => {
    const response = await fetch(location.pathname).catch(() => undefined);
    const isChanged = async () =>
      waitOf(new DOMParser().parseFromString(await response.text(), "text/html")) !== waitOf(document);
    if (response?.ok && (await isChanged())) location.replace(location.pathname);
    else if (response?.status !== 404) setTimeout(poll, 3000);
    else if (again?.dataset.again) again.textContent = again.dataset.again;
    else location.replace(location.pathname);
  };
  if (again) setTimeout(poll, 3000);

  const live = document.querySelector("[data-live]");
  live?.addEventListener("submit", (event) => {
    event.preventDefault();
    page?.remove();
    live.replaceWith(Object.assign(document.createElement("iframe"), { title: "The page that asks", src: live.action }));
    document.querySelector("main").classList.add("wide");
    setTimeout(poll, 3000);
  });

  addEventListener("submit", ({ submitter }) => setTimeout(() => { if (submitter) submitter.disabled = true; }));
  // Safari goes back to the page as it was left, also where nothing could be sent.
  addEventListener("pageshow", () => document.querySelectorAll("button").forEach((button) => { button.disabled = false; }));
})();
`;

/** The stylesheet of answer pages. */
const answerStyle = pageStyle(`
* { box-sizing: border-box; }
body { padding: 16px; }
main { max-width: 480px; margin: 0 auto; }
h1 { margin: 2px 0 12px; font-size: 20px; line-height: 1.3; font-weight: 600; overflow-wrap: anywhere; }
h1.long { font-size: 16px; line-height: 1.5; }
p { margin: 0 0 12px; }
.who, .left, .hint { font-size: 13px; color: var(--muted); overflow-wrap: anywhere; }
.who { margin: 0; }
.left { margin: 12px 0; font-variant-numeric: tabular-nums; }
.problem { color: var(--failed); font-weight: 600; }
.refused { color: var(--waits); font-weight: 600; }
.page { margin: 0 0 12px; }
.page summary { display: block; min-height: 0; font-size: 13px; }
.page summary > span { display: block; padding: 8px 0; text-decoration: underline; text-underline-offset: 4px; }
.page .frame { display: block; box-sizing: content-box; padding: 0; aspect-ratio: 16 / 9; max-height: 34vh; overflow: hidden; border: 1px solid var(--line); border-radius: 6px; }
.page img:not([hidden]) { display: block; }
.page img { width: 100%; background: var(--panel); }
.page [open] .frame { aspect-ratio: auto; max-height: none; overflow-x: auto; }
.page [open] img { width: auto; min-width: 100%; max-width: none; }
.page [open] .closed, .page :not([open]) > summary > .open { display: none; }
label, legend { display: block; padding: 0; margin-bottom: 4px; font-weight: 600; overflow-wrap: anywhere; }
fieldset { margin: 0; padding: 0; border: 0; }
input, button, summary, a.button { font: inherit; min-height: 48px; border-radius: 6px; }
input { width: 100%; padding: 8px 12px; border: 1px solid #8a857c; background: var(--panel); color: inherit; }
input.code { font: 24px/1.2 "Geist Mono", ui-monospace, monospace; letter-spacing: 0.12em; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 48px; padding: 6px 0; font-weight: 400; margin: 0; }
.choice input { flex: none; width: 20px; min-height: 20px; margin: 0; accent-color: var(--accent); }
button, a.button {
  display: block; width: 100%; margin-top: 12px; padding: 0 16px; border: 1px solid transparent; font-weight: 600;
  line-height: 46px; text-align: center; text-decoration: none; cursor: pointer;
  background: var(--accent); color: var(--on-accent);
}
button.plain, a.button {
  background: transparent; color: inherit; border-color: #8a857c; font-weight: 400;
}
button.danger { background: var(--failed); color: light-dark(#ffffff, #2b0a08); }
.both { display: flex; gap: 12px; }
.both > * { flex: 1; }
summary { display: flex; align-items: center; cursor: pointer; color: var(--muted); }
.live { margin: 0 0 12px; }
.live button { margin: 0; }
iframe { display: block; width: 100%; height: min(78vh, 56.25vw + 150px); margin: 0 0 12px; border: 0; }
@media (min-width: 900px) {
  main.wide { max-width: 1240px; }
  main.wide > :not(iframe) { margin-left: calc(100% - 360px); }
  main.wide > iframe { float: left; width: calc(100% - 384px); height: calc(100vh - 32px); margin: 0; }
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);

export const hashOf = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

/** What a page of a link has besides the headers of every page (next.config.mjs): nothing of it is kept or indexed. */
export const linkHeaders = (policy: readonly string[]) => ({
  "content-security-policy": policy.join("; "),
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
});

export const answerHeaders = linkHeaders([
  "default-src 'none'",
  `script-src ${hashOf(answerScript)}`,
  `style-src ${hashOf(answerStyle)}`,
  "img-src data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]);

/** A tag for the template of a page of an answer link, which needs neither a script nor another file. */
export const answerPage =
  (title: string, status = 200) =>
  (...template: Parameters<typeof html>): Response => {
    const page = htmlPage({ title: `${title} · Gatepost`, style: answerStyle, body: html(...template) });
    const headers = { ...answerHeaders, "content-type": "text/html; charset=utf-8" };
    return new Response(`${page}<script>${answerScript}</script>\n`, { status, headers });
  };
