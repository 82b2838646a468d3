import type { SelectorKind } from "@gatepost/domain/template/selector-kind";
import type { Frame, Locator } from "playwright";

type Role = Parameters<Frame["getByRole"]>[0];

/** All that a selector matches, in a frame or in an element. */
export function locate(within: Frame | Locator, kind: SelectorKind): Locator {
  if ("css" in kind) return within.locator(`css=${kind.css}`);
  if ("xpath" in kind) return within.locator(`xpath=${kind.xpath}`);
  if ("text" in kind) return within.getByText(kind.text, { exact: kind.exact });
  if ("label" in kind) return within.getByLabel(kind.label, { exact: kind.exact });
  return within.getByRole(kind.role as Role, kind.name === undefined ? {} : { name: kind.name, exact: true });
}
