import { expect, test } from "vitest";
import { readMetricsAddress, readTracesUrl } from "./settings.ts";

const read = (text: string) => readMetricsAddress({ GATEPOST_WEB_METRICS: text }, "GATEPOST_WEB_METRICS");

test.each([
  ["127.0.0.1:9464", "127.0.0.1", 9464],
  ["[::1]:9464", "::1", 9464],
  ["metrics.internal:0", "metrics.internal", 0],
])("metrics are served at %s", (text, host, port) => {
  expect(read(text)).toEqual({ setting: "GATEPOST_WEB_METRICS", host, port });
});

test.each(["9464", "127.0.0.1", "127.0.0.1:65536", "a b:1", ":9464", "::1:9464"])("%s is no address", (text) => {
  expect(() => read(text)).toThrow(/^GATEPOST_WEB_METRICS is .+127\.0\.0\.1:9464\.$/);
});

test.each([
  ["http://127.0.0.1:4318", "http://127.0.0.1:4318"],
  ["https://collector.example.com/otlp/", "https://collector.example.com/otlp"],
  ["", undefined],
])("traces are sent to %j", (text, url) => {
  expect(readTracesUrl({ GATEPOST_TRACES: text })).toBe(url);
});

const noCollectors = ["127.0.0.1:4318", "collector", "grpc://127.0.0.1:4317", "http://127.0.0.1:4318/?key=canary"];
test.each(noCollectors)("%s is no collector", (text) => {
  expect(() => readTracesUrl({ GATEPOST_TRACES: text })).toThrow(
    /^GATEPOST_TRACES is (?!.*canary).+127\.0\.0\.1:4318\.$/,
  );
});
