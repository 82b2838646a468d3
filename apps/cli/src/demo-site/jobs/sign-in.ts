import { type Html, html } from "@gatepost/presenters/html";
import { accountOf, accounts, rightCode } from "../accounts.ts";
import { page } from "../layout.ts";
import { done, type Job } from "./job.ts";

const twoPageSignInPath = "/jobs/two-page-sign-in";

const problem = (sentence: string): Html | "" => (sentence ? html`<p class="wrong" role="alert">${sentence}</p>` : "");

const askLogin = (wrong: string) =>
  page("Sign in")`<h1>Sign in</h1>
<form method="post" action="${twoPageSignInPath}">
<label for="login">Login</label>
<input id="login" name="login" autocomplete="username" required data-testid="login">
${problem(wrong)}
<button data-testid="next">Next</button>
</form>`;

const askPassword = (login: string, wrong: string) =>
  page("Sign in")`<h1>Hello, ${login}</h1>
<form method="post" action="${twoPageSignInPath}/password">
<input type="hidden" name="login" value="${login}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required data-testid="password">
${problem(wrong)}
<button data-testid="sign-in">Sign in</button>
</form>`;

export const twoPageSignIn: Job = {
  path: twoPageSignInPath,
  title: "Two-page sign-in",
  sentence: "The login is asked for on one page, the password on the next.",
  get: askLogin(""),
  post: (_, { login = "" }) =>
    Object.hasOwn(accounts, login) ? askPassword(login, "") : askLogin("We do not know this login."),
  posts: {
    [`${twoPageSignInPath}/password`]: (_, { login = "", password = "" }) => {
      const account = accountOf(login, password);
      if (!account) return askPassword(login, "That password is not right.");
      return done(`Welcome, ${account.name}`, `Your balance is ${account.balance}.`);
    },
  },
};

const sixBoxCodePath = "/jobs/six-box-code";
const digits = [1, 2, 3, 4, 5, 6];

/** The focus moves on with each digit, and the last one submits the form. */
const boxes = (isWrong: boolean) =>
  page("Your code")`<h1>Enter your code</h1>
<p>We sent six digits to your phone.</p>
<form id="code" method="post" action="${sixBoxCodePath}" style="display: flex; gap: 8px">
${digits.map((n) => html`<input id="digit${n}" name="digit${n}" aria-label="Digit ${n}" inputmode="numeric" maxlength="1" autocomplete="off">`)}
</form>
${isWrong ? html`<p class="wrong" role="alert">That code is not right</p>` : ""}
<script>
const form = document.getElementById("code");
const boxes = [...form.elements];
boxes.forEach((box, n) => {
  box.oninput = () => {
    if (!box.value) return;
    boxes[n + 1]?.focus();
    if (boxes.every(({ value }) => value)) form.requestSubmit();
  };
});
</script>`;

export const sixBoxCode: Job = {
  path: sixBoxCodePath,
  title: "Six-box code",
  sentence: "A code with a box for each digit, which is submitted with its last digit.",
  get: boxes(false),
  post: (_, fields) => {
    const code = digits.map((n) => fields[`digit${n}`] ?? "").join("");
    return code === rightCode ? done("Signed in", "The code was right.") : boxes(true);
  },
};

const twoCodesPath = "/jobs/two-codes";

/** The code that the site pretends to have sent by email. */
export const emailedCode = "771204";

const confirmation = (isWrong: boolean) =>
  page("A new device")`<h1>Confirm a new device</h1>
<form method="post" action="${twoCodesPath}">
<label for="sms">Code from the text message</label>
<input id="sms" name="sms" inputmode="numeric" autocomplete="one-time-code" required>
<label for="email">Code from the email</label>
<input id="email" name="email" inputmode="numeric" autocomplete="off" required>
${isWrong ? html`<p class="wrong" role="alert">One of the codes is not right</p>` : ""}
<button id="confirm">Confirm</button>
</form>`;

export const twoCodes: Job = {
  path: twoCodesPath,
  title: "Two late values",
  sentence: `A code from a text message (${rightCode}) and another one from an email (${emailedCode}).`,
  get: confirmation(false),
  post: (_, { sms = "", email = "" }) =>
    sms === rightCode && email === emailedCode
      ? done("Your device is confirmed", "Both codes were right.")
      : confirmation(true),
};

const popUpPath = "/jobs/pop-up";

const signIn = (isWrong: boolean) =>
  page("Your bank")`<h1>Sign in to the shop</h1>
<form method="post" action="${popUpPath}/sign-in">
<label for="login">Login</label>
<input id="login" name="login" autocomplete="username" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
${isWrong ? html`<p class="wrong" role="alert">Login or password is not right</p>` : ""}
<button>Allow</button>
</form>`;

/** Says who signed in and closes itself. */
const allowed = (name: string) =>
  page("Your bank")`<h1>Thank you, ${name}</h1>
<script>
opener?.postMessage(document.querySelector("h1").textContent.replace("Thank you, ", ""), location.origin);
close();
</script>`;

export const popUp: Job = {
  path: popUpPath,
  title: "Pop-up",
  sentence: "A sign-in in a window of its own, which closes when it is done.",
  get: page("A shop")`<h1>A shop</h1>
<p id="account" role="status">You are not signed in.</p>
<button id="sign-in">Sign in with your bank</button>
<script>
document.getElementById("sign-in").onclick = () => window.open("${popUpPath}/sign-in", "bank", "width=420,height=560");
onmessage = ({ origin, data }) => {
  if (origin === location.origin) document.getElementById("account").textContent = "Signed in as " + data;
};
</script>`,
  gets: {
    [`${popUpPath}/sign-in`]: signIn(false),
  },
  posts: {
    [`${popUpPath}/sign-in`]: (_, { login = "", password = "" }) => {
      const account = accountOf(login, password);
      return account ? allowed(account.name) : signIn(true);
    },
  },
};
