export const languages = ["curl", "JavaScript", "Python", "PHP"] as const;
export type Language = (typeof languages)[number];

/** A call in one language, ready to paste: body and address are written as that language's literals. */
export function sample(
  language: Language,
  { origin, method, body }: { origin: string; method: string; body: object },
): string {
  const url = `${origin}/${method}`;
  const json = JSON.stringify(body, null, 2);
  switch (language) {
    case "curl":
      return `curl -s ${url} -d '${json.replaceAll("'", "\\u0027")}'`;
    case "JavaScript":
      return `const answer = await fetch(${JSON.stringify(url)}, {\n  method: "POST",\n  body: JSON.stringify(${indent(json, 2)}),\n});\nconst result = await answer.json();\nif (result.errorId) throw new Error(result.errorDescription);\nconsole.log(result);`;
    case "Python":
      return `import json, urllib.request\n\nbody = ${python(body)}\nrequest = urllib.request.Request(${JSON.stringify(url)}, json.dumps(body).encode())\nresult = json.load(urllib.request.urlopen(request))\nif result["errorId"]:\n    raise RuntimeError(result["errorDescription"])\nprint(result)`;
    case "PHP":
      return `<?php\n$body = ${php(body)};\n$context = stream_context_create(["http" => [\n    "method" => "POST",\n    "content" => json_encode($body),\n]]);\n$result = json_decode(file_get_contents(${phpText(url)}, false, $context), true);\nif ($result["errorId"]) {\n    throw new Exception($result["errorDescription"]);\n}\nprint_r($result);`;
  }
}

const indent = (text: string, by: number): string => text.replaceAll("\n", `\n${" ".repeat(by)}`);

function python(value: unknown, depth = 0): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (Array.isArray(value)) return `[${value.map((one) => python(one, depth + 1)).join(", ")}]`;
  const entries = Object.entries(value).map(([key, one]) => `${pad}${JSON.stringify(key)}: ${python(one, depth + 1)},`);
  return entries.length === 0 ? "{}" : `{\n${entries.join("\n")}${end}}`;
}

function php(value: unknown, depth = 0): string {
  if (typeof value === "string") return phpText(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (Array.isArray(value)) return `[${value.map((one) => php(one, depth + 1)).join(", ")}]`;
  const entries = Object.entries(value).map(([key, one]) => `${pad}${phpText(key)} => ${php(one, depth + 1)},`);
  return entries.length === 0 ? "(object) []" : `[\n${entries.join("\n")}${end}]`;
}

/** PHP interpolates nothing in single quotes. */
const phpText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
