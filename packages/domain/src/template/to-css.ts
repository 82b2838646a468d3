/** Pseudo-classes and -elements that may follow a name: `#menu:hover` means what CSS says. */
const pseudo =
  /^:(?:active|any-link|autofill|checked|default|defined|disabled|empty|enabled|first-(?:child|of-type)|focus(?:-visible|-within)?|fullscreen|has|hover|indeterminate|in-range|invalid|is|lang|last-(?:child|of-type)|link|not|nth-[a-z-]+|only-(?:child|of-type)|optional|out-of-range|placeholder-shown|read-(?:only|write)|required|root|target|valid|visible|visited|where|:[a-z-]+)(?![\w-])/;

/** Those that Playwright adds, with what they ask for. */
const playwrightPseudo = /^:(?:has-text|text|text-is|text-matches|near|left-of|right-of|above|below)\(/;

/** What may stand between a name and the rest of a selector. */
const more = /[\s.[>+~,(\\#:]/;

/**
 * A selector as CSS. `#name` is looked up by id also where CSS knows no such name: `#2facode`, `#j_idt5:login`.
 */
export function toCss(selector: string): string {
  const css = selector.trim();
  if (!css.startsWith("#")) return css;
  const name = css.slice(1);
  return isCssName(name) ? css : `[id=${JSON.stringify(name)}]`;
}

/** Whether CSS reads the text as a name, alone or with more of a selector behind it. */
function isCssName(text: string): boolean {
  const name = /^(?:--|-?(?:[A-Za-z_\u0080-\u{10ffff}]|\\.))(?:[\w\u0080-\u{10ffff}-]|\\.)*/u.exec(text)?.[0];
  if (name === undefined) return /\s|[>+~,[(]/.test(text);
  const rest = text.slice(name.length);
  if (rest === "") return true;
  return rest.startsWith(":") ? pseudo.test(rest) || playwrightPseudo.test(rest) : more.test(rest[0] as string);
}
