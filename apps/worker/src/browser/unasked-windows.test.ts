import { beforeEach, expect, test } from "vitest";
import { UnaskedWindows } from "./unasked-windows.ts";

const [pay, advert] = ["https://pay.example/", "https://advert.example/"];

let windows: UnaskedWindows;
/** What Chromium announces: a page asks for a window, in response to a click or key or not. */
let announce: (url: string, userGesture: boolean) => void;

beforeEach(() => {
  windows = new UnaskedWindows();
  announce = (url, userGesture) => windows.announce({ url, userGesture });
});

test("a window stays if a click or key asked for it, by any of its addresses", () => {
  announce(pay, true);
  announce(advert, false);
  expect(windows.mayStay([advert])).toBe(false);
  expect(windows.mayStay([`${pay}3ds`, pay])).toBe(true);
});

test("a window that a frame opens does not take the place of one that was asked for", () => {
  announce(pay, true);
  windows.mayStay([advert]);
  expect(windows.mayStay([pay])).toBe(true);
  expect(windows.mayStay([advert])).toBe(false);
});
