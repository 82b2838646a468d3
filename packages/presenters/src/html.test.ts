import { expect, test } from "vitest";
import { html } from "./html.ts";

test("inserted values are escaped, unless they are HTML", () => {
  const evil = `<script>alert("x")</script> & 'y'`;
  expect(
    html`<p title="${evil}">${html`<b>${evil}</b>`}${false}${undefined}${[html`<i>`, html`</i>`]}${0}</p>`.text,
  ).toBe(
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">' +
      "<b>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</b><i></i>0</p>",
  );
});
