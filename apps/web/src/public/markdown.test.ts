import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown, summarize } from "./markdown.ts";

const rel = 'rel="nofollow noopener ugc"';

test.for([
  ["emphasis", "**a** *b* `c`", "<p><strong>a</strong> <em>b</em> <code>c</code></p>"],
  ["a heading, below that of the page", "# A\n\n###### B", "<h2>A</h2>\n<h6>B</h6>"],
  ["a list", "- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
  ["lines, as descriptions before Markdown had them", "a\nb", "<p>a<br>\nb</p>"],
  ["a link", "[a](https://a.example/b)", `<p><a href="https://a.example/b" ${rel}>a</a></p>`],
  ["an address", "see http://a.example/b.", `<p>see <a href="http://a.example/b" ${rel}>http://a.example/b</a>.</p>`],
  ["an address in brackets", "<https://a.example>", `<p><a href="https://a.example" ${rel}>https://a.example</a></p>`],
] as const)("%s", ([, text, html]) => expect(renderMarkdown(text).trim()).toBe(html));

test.for([
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt&#58;alert(1))",
  "[a](&#106;avascript:alert(1))",
  "[a](java\tscript:alert(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](//a.example/b)",
  "[a](/apps/1/download)",
  "[a](https:download)",
  "[a]: javascript:alert(1)\n\n[a]",
  "<javascript:alert(1)>",
  "javascript:alert(1)",
  "mailto:a@a.example a@a.example www.a.example",
])("makes no link of %s", (text) => expect(renderMarkdown(text)).not.toContain("<a "));

test("makes no link whose user name disguises its host", () => {
  expect(renderMarkdown("[a](https://bank.example@a.example/)")).not.toContain('a.example/"');
});

test.for([
  ["![a](https://a.example/b.png)", "<p>a</p>"],
  ['![a"><b>](https://a.example/b.png "c")', "<p>a&quot;&gt;&lt;b&gt;</p>"],
  ["[![a](https://a.example/b.png)](https://a.example/)", `<p><a href="https://a.example/" ${rel}>a</a></p>`],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ['<img src=x onerror="a()">', "<p>&lt;img src=x onerror=&quot;a()&quot;&gt;</p>"],
  ['```"onload="a()\nb\n```', '<pre><code class="language-&quot;onload=&quot;a()">b\n</code></pre>'],
  ['[a](https://a.example/ "\\" onclick=a() \\"")', /title="&quot; onclick=a\(\) &quot;"/],
] as const)("shows %s as text", ([text, html]) => {
  if (typeof html === "string") expect(renderMarkdown(text).trim()).toBe(html);
  else expect(renderMarkdown(text)).toMatch(html);
});

/** Each element of a document with its attributes, as a browser would see them. */
const element = /<([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g;
const allowed = /^(?:p|h[2-6]|ul|ol|li|a|strong|em|s|code|pre|blockquote|br|hr)$/;
const attributes =
  /^(?: (?:href="https?:\/\/[^"]*"|title="[^"]*"|rel="nofollow noopener ugc"|class="language-[^"]*"|start="\d+"))*$/;

test("for any input, the HTML has only harmless elements and attributes, and nothing else that begins a tag", () => {
  const piece = fc.constantFrom(
    ..."[ ] ( ) ! < > \" ' ` * _ # - + : / \\ & ~ | \n a 1. https://a.example javascript: <img <script> onload= &lt; ```".split(
      " ",
    ),
    ...[" ", "\n\n", "    ", "> "],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = renderMarkdown(pieces.join(""));
      for (const [, name = "", given = ""] of html.matchAll(element)) {
        expect(name).toMatch(allowed);
        expect(given).toMatch(attributes);
      }
      expect(html.replaceAll(element, "").replaceAll(/<\/[a-z0-9]+>/g, "")).not.toMatch(/[<>]/);
    }),
    { numRuns: 2_000, seed: 20261123 },
  );
});

test.for(["[", "![", "[a](", "*", "_a", "`", "~~a", ">", "- ", "|a", "https://", "&", "\\", "<a ", "a\n", "[a]: x\n"])(
  "10,000 characters of %j become at most ten times as much HTML",
  (piece) => {
    const html = renderMarkdown(piece.repeat(10_000 / piece.length));
    expect(html.length).toBeLessThan(100_000);
  },
);

test.for([
  [
    "# Acme\n\nExports **all** that\n[Acme](https://a.example) has.\n\n- fast\n- small",
    160,
    "Acme: Exports all that Acme has. fast. small",
  ],
  ["![logo](https://a.example/b.png) <b>x</b> `c`", 160, "logo <b>x</b> c"],
  ["abc def", 5, "abc…"],
  ["😀😀😀", 2, "😀…"],
  ["", 10, ""],
] as const)("the summary of %j in %d characters is %j", ([text, max, line]) => expect(summarize(text, max)).toBe(line));
