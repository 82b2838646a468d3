import type { WrittenStep } from "@gatepost/contract/steps";
import { readDocument } from "@gatepost/domain/templates/read-document";
import { fromRecording } from "@gatepost/domain/templates/recording/from-recording";
import { expect, test } from "vitest";
import { openDemoSite, readText } from "../testing/test-pages.ts";

const { site, open, textsAfter } = await openDemoSite();

/** The steps of a template made from a recording, after the page on which its tasks begin. */
function recorded(steps: object[]): WrittenStep[] {
  const { document, warnings } = fromRecording({ name: "Recorded", recording: { title: "Recorded", steps }, late: [] });
  expect(warnings).toEqual([]);
  const [start] = /http\S+(?=\.$)/.exec(document.description) ?? [];
  expect(start).toBeDefined();
  return [open(new URL(start ?? "").pathname), ...readDocument(document).steps];
}

const navigate = (path: string) => ({
  type: "navigate",
  url: site.url + path,
  assertedEvents: [{ type: "navigation" }],
});
const lands = (path: string) => ({ assertedEvents: [{ type: "navigation", url: site.url + path, title: "" }] });

test("a recorded form of selects, radio buttons and checkboxes runs, with selectors by text and place alone", async () => {
  const steps = recorded([
    navigate("/order"),
    { type: "change", value: "no", selectors: [["form > select"], ["xpath///form/select"]] },
    { type: "click", selectors: [["label:nth-of-type(3) > input"], ["xpath///label[3]/input"]] },
    { type: "click", selectors: [["text/I agree to the terms"]] },
    {
      type: "click",
      selectors: [['aria/Place the order[role="button"]'], ["text/Place the order"]],
      ...lands("/order"),
    },
  ]);
  const texts = await textsAfter([...steps, readText("#received-country", "country"), readText("#received-delivery")], {
    values: { value: "jp" },
  });
  expect(texts).toEqual({ country: "jp", text: "courier" });
});
