import type { IncomingMessage } from "node:http";
import { html } from "./html.ts";
import { page } from "./layout.ts";

/** What a page learns of its visitor: window, language, time zone, place and cookies. */
export const visitor = (request: IncomingMessage) =>
  page(
    "Visitor",
    html`<h1>Who are you?</h1>
<p id="cookies">${request.headers.cookie ?? ""}</p>
<p id="language">${request.headers["accept-language"] ?? ""}</p>
<p id="window"></p><p id="zone"></p><p id="place">asking</p>
<script>
const say = (id, words) => { document.getElementById(id).textContent = words; };
say("window", innerWidth + " x " + innerHeight);
say("zone", Intl.DateTimeFormat().resolvedOptions().timeZone + " " + navigator.language);
navigator.geolocation.getCurrentPosition(
  ({ coords }) => say("place", coords.latitude + ", " + coords.longitude),
  () => say("place", "refused"),
);
</script>`,
  );
