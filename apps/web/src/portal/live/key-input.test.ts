import { expect, test } from "vitest";
import { keyInput } from "./live-screen.tsx";

const press = (key: string, keyCode: number) => {
  const held = { getModifierState: () => false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  return keyInput({ ...held, key, code: "", keyCode, location: 0, repeat: false, isComposing: false }, "down");
};

test.each([
  ["-", 173, 189],
  ["+", 61, 187],
  [";", 59, 186],
  ["-", 189, 189],
  ["a", 65, 65],
  ["AudioVolumeMute", 173, 173],
])("%s with the key code %i of a browser has the code %i on the page", (key, code, onPage) => {
  expect(press(key, code)).toMatchObject({ key, keyCode: onPage });
});
