import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show, showJson } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/chat-widget";

/** The window's own elements are in a shadow root within the button's. */
const help = page(
  "Help",
  html`<h1>How can we help?</h1>
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
      const answer = await fetch("${path}", { method: "POST", body: new URLSearchParams(new FormData(form)) });
      root.getElementById("reply").textContent = await answer.json();
    };
  }
}
customElements.define("chat-widget", ChatWidget);
customElements.define("chat-window", ChatWindow);
</script>`,
);

export const chatWidget: Job = {
  path,
  title: "Shadow DOM",
  sentence: "A chat whose fields are in shadow roots, one within the other.",
  gets: { [path]: ({ response }) => show(response, help) },
  posts: {
    [path]: ({ response }, { message = "" }) =>
      showJson(response, message.trim() ? "Thank you. Your case is 4711." : "Please write something."),
  },
};
