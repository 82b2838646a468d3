import { type Pages, page } from "./layout.ts";

/** Pages that open windows, or that have others in a frame. */
export const windows: Pages = {
  gets: {
    /** A pop-up that sends one message to the page that opened it. */
    "/pop-up": page("Pop-up")`<h1>Two windows</h1>
<p id="text">Nothing was said yet</p>
<button id="open">Open the other one</button>
<script>
document.getElementById("open").onclick = () => open("/pop-up/window", "", "width=300,height=200");
onmessage = ({ data }) => { document.getElementById("text").textContent = "The window said " + data; };
</script>`,
    "/pop-up/window": page(
      "Window",
    )`<h1>The other window</h1><script>opener.postMessage("hello", "*"); close();</script>`,
    "/frame": page("Frame")`<h1>A page in a page</h1><iframe src="/text?say=Inside" title="The inner page"></iframe>`,
    /** A form in a frame, as shops accept cards: the page itself never gets the number. */
    "/payment": page("Payment")`<h1>Pay $12.00</h1>
<iframe src="/payment/card" title="Card"></iframe>
<p id="paid" aria-live="polite">Not paid yet</p>
<script>onmessage = ({ data }) => { document.getElementById("paid").textContent = "Paid with the card that ends in " + data; };</script>`,
    "/payment/card": page("Card")`<form id="form">
<label for="card-number">Card number</label>
<input id="card-number" name="number" autocomplete="cc-number" required>
<button id="pay">Pay</button>
</form>
<script>
const form = document.getElementById("form");
form.onsubmit = (event) => {
  event.preventDefault();
  parent.postMessage(form.number.value.slice(-4), "*");
  form.textContent = "Thank you";
};
</script>`,
    /** A consent dialog in a pop-up, which closes itself afterwards. */
    "/approval": page("Approval")`<h1>Open an account</h1>
<button id="ask">Read and approve the terms</button>
<p id="approved" aria-live="polite">Nobody has approved them yet</p>
<script>
document.getElementById("ask").onclick = () => window.open("/approval/window", "", "width=400,height=500");
onmessage = ({ data }) => { document.getElementById("approved").textContent = "Approved by " + data; };
</script>`,
    "/approval/window": page("Terms")`<h1>The terms</h1>
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name">
<button id="approve">Approve</button>
<script>
document.getElementById("approve").onclick = () => {
  opener.postMessage(document.getElementById("name").value, "*");
  close();
};
</script>`,
  },
};
