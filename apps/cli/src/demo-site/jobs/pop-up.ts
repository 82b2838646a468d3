import { accountOf } from "../accounts.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import type { Job } from "./job.ts";

const path = "/jobs/pop-up";

const shop = page(
  "A shop",
  html`<h1>A shop</h1>
<p id="account" role="status">You are not signed in.</p>
<button id="sign-in">Sign in with your bank</button>
<script>
document.getElementById("sign-in").onclick = () => window.open("${path}/sign-in", "bank", "width=420,height=560");
onmessage = ({ origin, data }) => {
  if (origin === location.origin) document.getElementById("account").textContent = "Signed in as " + data;
};
</script>`,
);

const signIn = (isWrong: boolean) =>
  page(
    "Your bank",
    html`<h1>Sign in to the shop</h1>
<form method="post" action="${path}/sign-in">
<label for="login">Login</label>
<input id="login" name="login" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${isWrong ? html`<p class="wrong" role="alert">Login or password is not right</p>` : ""}
<button>Allow</button>
</form>`,
  );

/** Says who signed in and closes itself. */
const allowed = (name: string) =>
  page(
    "Your bank",
    html`<h1>Thank you, ${name}</h1>
<script>
opener?.postMessage(document.querySelector("h1").textContent.replace("Thank you, ", ""), location.origin);
close();
</script>`,
  );

export const popUp: Job = {
  path,
  title: "Pop-up",
  sentence: "A sign-in in a window of its own, which closes when it is done.",
  gets: {
    [path]: ({ response }) => show(response, shop),
    [`${path}/sign-in`]: ({ response }) => show(response, signIn(false)),
  },
  posts: {
    [`${path}/sign-in`]: ({ response }, { login = "", password = "" }) => {
      const account = accountOf(login, password);
      show(response, account ? allowed(account.name) : signIn(true));
    },
  },
};
