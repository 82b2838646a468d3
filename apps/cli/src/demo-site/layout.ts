import { Html, html } from "@gatepost/presenters/html";

const style = `
  :root { color-scheme: light dark; --app: #faf9f7; --card: #fff; --line: #e3dfd8; --text: #24211d; --soft: #6d675e;
    --accent: #0f6b68; --on-accent: #fff; --wrong: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --app: #191714; --card: #211f1b; --line: #3a362f; --text: #ece8e1;
    --soft: #a59e92; --accent: #5ec2bd; --on-accent: #10201f; --wrong: #ff8a80; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: var(--app);
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  header { display: flex; gap: 8px; align-items: center; padding: 12px 20px; border-bottom: 1px solid var(--line);
    color: var(--soft); font-size: 14px; }
  header a { color: inherit; font-weight: 600; text-decoration: none; }
  main { width: min(100% - 32px, 400px); margin: 48px auto; padding: 28px; align-self: start; background: var(--card);
    border: 1px solid var(--line); border-radius: 10px; }
  h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  label { display: block; margin-bottom: 4px; font-size: 14px; }
  :is(input:not([type=radio], [type=checkbox]), select, textarea) { width: 100%; margin-bottom: 16px; padding: 10px 12px; border: 1px solid var(--line);
    border-radius: 8px; background: var(--app); color: inherit; font: inherit; }
  button { width: 100%; padding: 10px; border: 0; border-radius: 8px; background: var(--accent);
    color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
  label:has(> input) { margin-bottom: 12px; }
  table { width: 100%; margin-bottom: 16px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  :is(th, td) { padding: 6px 0; border-bottom: 1px solid var(--line); text-align: left; }
  iframe { width: 100%; height: 240px; border: 1px solid var(--line); border-radius: 8px; }
  :is(a, button, input, select, textarea):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  main > :last-child { margin-bottom: 0; }
  .framed { padding: 16px; }
  .soft { color: var(--soft); font-size: 14px; }
  .wrong { color: var(--wrong); }
  .amount { font-size: 36px; font-variant-numeric: tabular-nums; }
  pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

type Template = (...template: Parameters<typeof html>) => string;

/** A tag for the template of a page's own HTML. */
export const page =
  (title: string, lang = "en"): Template =>
  (...template) =>
    withStyle(
      title,
      html`<header><a href="/">Gatepost demo site</a><span>a made-up bank to practise on</span></header>
<main>${html(...template)}</main>`,
      lang,
    );

/** The same for a page that stands in a frame of another one, which has the site's header. */
export const framed =
  (title: string): Template =>
  (...template) =>
    withStyle(title, html`<div class="framed">${html(...template)}</div>`);

function withStyle(title: string, body: Html, lang = "en"): string {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${title} · Gatepost demo site</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}
