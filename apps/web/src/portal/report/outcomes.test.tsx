import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorTable } from "./outcomes.tsx";

test.each([
  [[3], false, false],
  [[3, 4], true, false],
  [[3, 4], false, true],
])("the error codes have a trend over two finished days or more: %j, partial %j", (values, partial, hasTrend) => {
  const errors = [{ code: "ERROR_STEP_FAILED", count: 7, values, share: 1, before: 0 }];
  const markup = renderToStaticMarkup(<ErrorTable errors={errors} comparable partial={partial} tasks={undefined} />);
  expect(markup.includes("Trend")).toBe(hasTrend);
  expect(markup.includes("<svg")).toBe(hasTrend);
});
