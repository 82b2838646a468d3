import { chartStyle } from "../static-report/chart-style.ts";

/** The stylesheet of embedded charts, light or dark as the viewer's system. Its colours are those of tokens.css. */
export const embedStyle = `
:root {
  color-scheme: light dark;
  --panel: light-dark(#ffffff, #1f1d1b); --line: light-dark(#e3dfd8, #383530);
  --ink: light-dark(#1c1a17, #f2efea); --muted: light-dark(#69645c, #aaa49b); --accent: light-dark(#0b665d, #5cc9ba);
  --chart-1: #d55e00; --chart-2: #e69f00; --chart-3: #56b4e9; --chart-4: #cc79a7;
  --chart-5: light-dark(#c9b400, #f0e442); --chart-6: light-dark(#0072b2, #3d9bd6); --chart-7: light-dark(#000000, #ffffff);
}
body {
  margin: 0; padding: 12px; background: var(--panel); color: var(--ink);
  font: 14px/1.5 "Geist Sans", ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere;
}
main { position: relative; overflow: hidden; }
h1 { margin: 0; font-size: 16px; line-height: 1.3; }
p { margin: 0 0 8px; color: var(--muted); font-size: 13px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
${chartStyle}`;
