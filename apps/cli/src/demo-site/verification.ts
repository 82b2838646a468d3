import { type Pages, page } from "./layout.ts";

/** Pages that need a person. */
export const verification: Pages = {
  gets: {
    /** Asks a person for what no template can know: the number on their phone, their consent in a frame, and their signature. */
    "/verification": page("Confirm that it is you")`<h1>Confirm that it is you</h1>
<section id="numbers">
<p>Tap the number that your phone shows.</p>
<p style="display: flex; gap: 12px"><button type="button">17</button><button type="button">42</button><button type="button">93</button></p>
<p class="wrong" id="wrong" role="alert"></p>
</section>
<section id="consent" hidden><iframe src="/verification/consent" title="Consent" width="420" height="160"></iframe></section>
<section id="signature" hidden>
<p>Sign here.</p>
<canvas width="400" height="140" style="border: 1px solid; touch-action: none"></canvas>
<p><button type="button" id="confirm" disabled>Confirm</button></p>
</section>
<script>
const show = (next) => {
  for (const section of document.querySelectorAll("section")) section.hidden = section.id !== next;
};
document.getElementById("numbers").onclick = ({ target }) => {
  if (target.localName !== "button") return;
  if (target.textContent === "42") show("consent");
  else document.getElementById("wrong").textContent = "That is not the number";
};
addEventListener("message", ({ data, origin }) => origin === location.origin && data === "agreed" && show("signature"));
const canvas = document.querySelector("canvas");
const pen = canvas.getContext("2d");
let [drawn, last] = [0, undefined];
canvas.onpointerdown = ({ offsetX, offsetY }) => { last = [offsetX, offsetY]; };
canvas.onpointermove = ({ offsetX, offsetY }) => {
  if (!last) return;
  pen.beginPath();
  pen.moveTo(...last);
  pen.lineTo(offsetX, offsetY);
  pen.stroke();
  drawn += Math.hypot(offsetX - last[0], offsetY - last[1]);
  last = [offsetX, offsetY];
  document.getElementById("confirm").disabled = drawn < 80;
};
canvas.onpointerup = () => { last = undefined; };
document.getElementById("confirm").onclick = () => {
  document.querySelector("main").innerHTML = '<h1>Verified</h1><p>Reference <b id="reference">V-2041</b></p>';
};
</script>`,
    "/verification/consent": page("Consent")`<p>We read your name and your address.</p>
<button type="button" onclick="parent.postMessage('agreed', location.origin)">I agree</button>`,
    /** Takes what a hand does: typing and pasting, scrolling, holding a button, and answering a dialog; and says what it was. */
    "/by-hand": page("Accept the terms")`<h1>Accept the terms</h1>
<label for="name">Your name</label>
<input id="name" autocomplete="off">
<div id="terms" role="region" aria-label="Terms" tabindex="0" style="height: 80px; overflow: auto; margin-bottom: 16px; border: 1px solid"><p style="height: 400px">Scroll to the end of the terms.</p></div>
<p><button type="button" id="hold">Hold to accept</button></p>
<p><button type="button" id="note">Leave a note</button></p>
<p id="did" aria-live="polite"></p>
<script>
const did = {};
const note = (name, value) => {
  did[name] = value;
  document.getElementById("did").textContent = Object.entries(did).map((one) => one.join(": ")).join("; ");
};
document.getElementById("name").oninput = ({ target }) => note("name", target.value);
document.getElementById("terms").onscroll = ({ target }) => target.scrollTop > 0 && note("terms", "scrolled");
const hold = document.getElementById("hold");
let holding;
const held = () => {
  hold.style.background = "#b3261e";
  note("button", "held");
};
hold.onmousedown = () => { holding = setTimeout(held, 400); };
hold.onmouseup = hold.onmouseleave = () => clearTimeout(holding);
document.getElementById("note").onclick = () => note("note", prompt("What should we know?", "Nothing"));
</script>`,
  },
};
