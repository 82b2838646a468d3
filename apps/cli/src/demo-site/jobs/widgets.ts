import { html } from "@gatepost/presenters/html";
import { page, showJson } from "../layout.ts";
import { done, type Job, refused } from "./job.ts";

const cookieBannerPath = "/jobs/cookie-banner";

const banner = html`<div id="banner" role="dialog" aria-label="Cookies" style="position: fixed; inset: 0; display: grid; place-content: center; padding: 20px; background: var(--app)">
<p>We use cookies.</p><button id="accept">Accept</button></div>
<script>document.getElementById("accept").onclick = () => document.getElementById("banner").remove();</script>`;

const newsletter = (hasBanner: boolean) =>
  page("Newsletter")`<h1>Our newsletter</h1>
<form method="post" action="${cookieBannerPath}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required>
<button id="subscribe">Subscribe</button>
</form>
${hasBanner ? banner : ""}`;

export const cookieBanner: Job = {
  path: cookieBannerPath,
  title: "A banner that appears only sometimes",
  sentence: "A form that half of its visitors find covered; ?banner=yes and ?banner=no decide it.",
  get: ({ url }) => {
    const asked = url.searchParams.get("banner");
    return newsletter(asked ? asked === "yes" : Math.random() < 0.5);
  },
  post: (_, { email = "" }) =>
    email.includes("@")
      ? done("You are subscribed", `We write to ${email}.`)
      : refused("That is no email address.", cookieBannerPath),
};

const chatWidgetPath = "/jobs/chat-widget";

export const chatWidget: Job = {
  path: chatWidgetPath,
  title: "Shadow DOM",
  sentence: "A chat whose fields are in shadow roots, one within the other.",
  /** The window's own elements are in a shadow root within the button's. */
  get: page("Help")`<h1>How can we help?</h1>
<p>Write to us.</p>
<chat-widget></chat-widget>
<script>
class ChatWidget extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = '<button id="open">Chat</button>';
    root.getElementById("open").onclick = ({ target }) => target.replaceWith(document.createElement("chat-window"));
  }
}
class ChatWindow extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = '<form><label for="message">Message</label><br><textarea id="message" name="message" rows="3"></textarea><br>' +
      '<button id="send">Send</button></form><p id="reply" role="status"></p>';
    const form = root.querySelector("form");
    form.onsubmit = async (event) => {
      event.preventDefault();
      const answer = await fetch("${chatWidgetPath}", { method: "POST", body: new URLSearchParams(new FormData(form)) });
      root.getElementById("reply").textContent = await answer.json();
    };
  }
}
customElements.define("chat-widget", ChatWidget);
customElements.define("chat-window", ChatWindow);
</script>`,
  post: ({ response }, { message = "" }) =>
    showJson(response, message.trim() ? "Thank you. Your case is 4711." : "Please write something."),
};

const confirmBoxPath = "/jobs/confirm-box";

export const confirmBox: Job = {
  path: confirmBoxPath,
  title: "Confirm box",
  sentence: "A button that asks in a dialog of the browser whether you are sure.",
  get: page("Your order")`<h1>Order 1042</h1>
<p>A transfer of $99.00, due tomorrow.</p>
<form id="form" method="post" action="${confirmBoxPath}">
<input type="hidden" name="order" value="1042">
<button id="cancel">Cancel this order</button>
</form>
<script>document.getElementById("form").onsubmit = () => confirm("Cancel order 1042?");</script>`,
  post: (_, { order: number = "" }) =>
    number === "1042"
      ? done("Cancelled", "Order 1042 is cancelled.")
      : refused("There is no such order.", confirmBoxPath),
};

const datePickerPath = "/jobs/date-picker";

export const datePicker: Job = {
  path: datePickerPath,
  title: "Date picker",
  sentence: "A day is chosen in a calendar that shows a month at a time.",
  /** The calendar opens at this month, and its days are buttons; the field itself takes no typing. */
  get: page("An appointment")`<h1>Make an appointment</h1>
<style>
  #calendar div { display: grid; grid-template-columns: repeat(7, 1fr); gap: 4px; margin: 8px 0 16px; }
  #calendar div button { padding: 8px 0; }
</style>
<form method="post" action="${datePickerPath}">
<label for="date">Date</label>
<input id="date" name="date" readonly placeholder="Choose a day">
<section id="calendar" aria-label="Calendar" hidden>
<p id="month" aria-live="polite"></p>
<button id="next-month" type="button">Next month</button>
<div></div>
</section>
<button id="book">Book</button>
</form>
<script>
const [field, calendar] = [document.getElementById("date"), document.getElementById("calendar")];
let first = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth(), 1));
function draw() {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const format = (date, style) => new Intl.DateTimeFormat("en", { ...style, timeZone: "UTC" }).format(date);
  document.getElementById("month").textContent = format(first, { month: "long", year: "numeric" });
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  calendar.querySelector("div").replaceChildren(...Array.from({ length: days }, (_, n) => {
    const date = new Date(Date.UTC(year, month, n + 1));
    const day = Object.assign(document.createElement("button"), { type: "button", textContent: n + 1 });
    day.dataset.date = date.toISOString().slice(0, 10);
    day.ariaLabel = format(date, { dateStyle: "long" });
    day.onclick = () => { field.value = day.dataset.date; calendar.hidden = true; };
    return day;
  }));
}
field.onclick = () => { calendar.hidden = false; draw(); };
document.getElementById("next-month").onclick = () => {
  first = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  draw();
};
</script>`,
  post: (_, { date = "" }) =>
    /^\d{4}-\d\d-\d\d$/.test(date)
      ? done("Your appointment is booked", `We expect you on ${date}.`)
      : refused("Choose a day first.", datePickerPath),
};
