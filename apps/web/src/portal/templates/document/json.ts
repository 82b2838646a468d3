export type JsonObject = Record<string, unknown>;

/** The keys that lead to a value in a document, with indexes from 0. */
export type Place = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function valueAt(document: unknown, place: Place): unknown {
  let value = document;
  for (const key of place) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The document with another value there; undefined removes a property. */
export function withValue(document: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(document)) return document.map((one, at) => (at === key ? withValue(one, rest, value) : one));
  const object = isObject(document) ? document : {};
  const inner = withValue(Object.hasOwn(object, key) ? object[key] : undefined, rest, value);
  if (inner !== undefined) return { ...object, [key]: inner };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** A place as problems name it: steps.3.then.2, counted from 1. */
export function placeText(place: Place): string {
  return place.map((key) => (typeof key === "number" ? key + 1 : key)).join(".");
}

/** What a problem's place names. */
export function readPlace(text: string): Place {
  const keys = text.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return keys.map((key) =>
    /^[1-9]\d*$/.test(key) ? Number(key) - 1 : key.startsWith('"') ? String(JSON.parse(key)) : key,
  );
}

/** undefined while the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The document as it is shown and edited. */
export function textOf(document: unknown): string {
  return JSON.stringify(document, null, 2);
}
