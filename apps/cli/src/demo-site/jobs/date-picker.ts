import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job, refused } from "./job.ts";

const path = "/jobs/date-picker";

/** The calendar opens at this month, and its days are buttons; the field itself takes no typing. */
const booking = page(
  "An appointment",
  html`<h1>Make an appointment</h1>
<style>
  #calendar div { display: grid; grid-template-columns: repeat(7, 1fr); gap: 4px; margin: 8px 0 16px; }
  #calendar div button { padding: 8px 0; }
</style>
<form method="post" action="${path}">
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
);

export const datePicker: Job = {
  path,
  title: "Date picker",
  sentence: "A day is chosen in a calendar that shows a month at a time.",
  gets: { [path]: ({ response }) => show(response, booking) },
  posts: {
    [path]: ({ response }, { date = "" }) =>
      /^\d{4}-\d\d-\d\d$/.test(date)
        ? show(response, done("Your appointment is booked", `We expect you on ${date}.`))
        : show(response, refused("Choose a day first.", path)),
  },
};
