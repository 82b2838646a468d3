import { TOTP } from "otpauth";
import { html } from "./html.ts";
import { page } from "./layout.ts";

/** The key of the page's authenticator, which anybody may have: what a site shows beside its QR code. */
export const authenticatorKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

const authenticator = new TOTP({ secret: authenticatorKey });

/** Whether a code is that of now or of a neighbouring period, as sites usually take them. */
export function isCodeOfNow(code: string): boolean {
  return authenticator.validate({ token: code.replace(/\s/g, ""), window: 1 }) !== null;
}

export const askForOneTimeCode = (refused: boolean) =>
  page(
    "One-time code",
    html`<h1>Enter the code of your authenticator</h1>
<p class="soft">Its key is <code id="key">${authenticatorKey}</code></p>
<form method="post" action="/one-time-code">
<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required>
${refused ? html`<p class="wrong" role="alert">That is not the current code</p>` : ""}
<button id="confirm">Confirm</button>
</form>`,
  );

export const oneTimeCodeAccepted = () => page("Confirmed", html`<h1 id="accepted">Your code was right</h1>`);
