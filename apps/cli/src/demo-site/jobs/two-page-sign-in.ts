import { accountOf, accounts } from "../accounts.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { show } from "../visit.ts";
import { done, type Job } from "./job.ts";

const path = "/jobs/two-page-sign-in";

const problem = (sentence: string): Html | "" => (sentence ? html`<p class="wrong" role="alert">${sentence}</p>` : "");

const askLogin = (wrong: string) =>
  page(
    "Sign in",
    html`<h1>Sign in</h1>
<form method="post" action="${path}">
<label for="login">Login</label>
<input id="login" name="login" autocomplete="username" required data-testid="login">
${problem(wrong)}
<button data-testid="next">Next</button>
</form>`,
  );

const askPassword = (login: string, wrong: string) =>
  page(
    "Sign in",
    html`<h1>Hello, ${login}</h1>
<form method="post" action="${path}/password">
<input type="hidden" name="login" value="${login}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required data-testid="password">
${problem(wrong)}
<button data-testid="sign-in">Sign in</button>
</form>`,
  );

export const twoPageSignIn: Job = {
  path,
  title: "Two-page sign-in",
  sentence: "The login is asked for on one page, the password on the next.",
  gets: { [path]: ({ response }) => show(response, askLogin("")) },
  posts: {
    [path]: ({ response }, { login = "" }) =>
      show(response, Object.hasOwn(accounts, login) ? askPassword(login, "") : askLogin("We do not know this login.")),
    [`${path}/password`]: ({ response }, { login = "", password = "" }) => {
      const account = accountOf(login, password);
      if (!account) return show(response, askPassword(login, "That password is not right."));
      show(response, done(`Welcome, ${account.name}`, `Your balance is ${account.balance}.`));
    },
  },
};
