import { AxeBuilder } from "@axe-core/playwright";
import { isLong } from "@gatepost/domain/platform/test-size";
import { expect, type Page } from "@playwright/test";

/** The rules of axe that a theme can break. Whatever else axe looks at is the same in both. */
const colourRules = ["color-contrast", "link-in-text-block"];

type Theme = "light" | "dark";
const themes: readonly Theme[] = ["light", "dark"];

/** Of a page that is looked at in both widths: a phone in the dark and a desktop by day; `npm run soak -- pages`: all four. */
export function themesAt(width: number): readonly Theme[] {
  return isLong ? themes : [width < 1_024 ? "dark" : "light"];
}

/** The widths at which a test is repeated: in `npm test` only the narrower one; in `npm run soak -- pages` both. */
export const repeatedAt: readonly number[] = isLong ? [390, 1440] : [390];

/**
 * Row U2 for the page as it is now: in these themes axe finds nothing, and nothing is wider than the screen. A failure calls
 * the page by that name. Leaves the page in the last of the themes.
 */
export async function expectAccessible(page: Page, name: string, looked: readonly Theme[] = themes): Promise<void> {
  const found: string[] = [];
  for (const [n, colorScheme] of looked.entries()) {
    // With motion, colours would still be on their way from the other theme.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const { id, targets } of await violations(page, n > 0 ? colourRules : undefined))
      found.push(`${name}, ${colorScheme}: ${id} at ${targets.join(", ")}`);
  }
  expect(found).toEqual([]);
  const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  expect(over, `${name} is as wide as the screen`).toBeLessThanOrEqual(0);
}

/** The same for the page at each of these widths, one after the other, in the themes of each. */
export async function expectAccessibleAt(page: Page, name: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 });
    await expectAccessible(page, `${name} at ${width} px`, themesAt(width));
  }
}

interface Violation {
  id: string;
  /** Selectors of the elements. */
  targets: string[];
}

/** Selectors of all the elements that pass would take longer than the search. */
const onlyViolations: Parameters<AxeBuilder["options"]>[0] = { resultTypes: ["violations"] };

async function violations(page: Page, rules?: string[]): Promise<Violation[]> {
  const [, ...frames] = page.frames();
  // Loading axe again takes seven times as long as the rules about colours.
  if (frames.length === 0 && (await page.evaluate<boolean>("'axe' in window"))) {
    const options = JSON.stringify({ ...onlyViolations, ...(rules && { runOnly: { type: "rule", values: rules } }) });
    return page.evaluate<Violation[]>(`axe.run(${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) })))`);
  }
  // With frames, axe opens a page of its own to put their results together, which takes longer than the search.
  const axe = new AxeBuilder({ page }).options(onlyViolations).setLegacyMode(frames.length === 0);
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }));
}
