import { type Pages, page } from "./layout.ts";

/** Pages that open windows, or that have others in a frame. */
export const windows: Pages = {
  gets: {
    "/frame": page("Frame")`<h1>A page in a page</h1><iframe src="/text?say=Inside" title="The inner page"></iframe>`,
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
