import { expect, test } from "vitest";
import { noSettings, settingsEntered } from "./given-values.ts";

test("what nobody entered is not sent", () => {
  expect(settingsEntered(noSettings)).toEqual({});
});

test("settings are sent in createTask's form; incomplete ones are sent too, so that createTask refuses them", () => {
  expect(
    settingsEntered({
      ...noSettings,
      width: "390",
      height: "844",
      locale: " pt-PT ",
      timezone: "Europe/Lisbon",
      latitude: "0",
      longitude: "-9.1",
      username: "ada",
      cookies: '[{"name": "a", "value": "1"}]',
      engine: "full",
    }),
  ).toEqual({
    viewport: { width: 390, height: 844 },
    locale: "pt-PT",
    timezone: "Europe/Lisbon",
    geolocation: { latitude: 0, longitude: -9.1 },
    httpAuth: { username: "ada", password: "" },
    cookies: [{ name: "a", value: "1" }],
    engine: "full",
  });
  expect(settingsEntered({ ...noSettings, width: "390" })).toEqual({ viewport: { width: 390, height: undefined } });
  expect(settingsEntered({ ...noSettings, cookies: "[{" })).toEqual({ cookies: "[{" });
});
