export const languages = ["curl", "JavaScript", "Python", "PHP"] as const;
export type Language = (typeof languages)[number];

/** A call in one language, ready to paste. Its body is JSON, in which a quote is escaped where the language's literal would end. */
export function sample(
  language: Language,
  { origin, method, body }: { origin: string; method: string; body: object },
): string {
  const url = JSON.stringify(`${origin}/${method}`);
  const json = JSON.stringify(body, null, 2);
  const quoted = json.replaceAll("'", "\\u0027");
  switch (language) {
    case "curl":
      return `curl -s ${origin}/${method} -d '${quoted}'`;
    case "JavaScript":
      return `const answer = await fetch(${url}, {\n  method: "POST",\n  body: JSON.stringify(${json.replaceAll("\n", "\n  ")}),\n});\nconst result = await answer.json();\nif (result.errorId) throw new Error(result.errorDescription);\nconsole.log(result);`;
    case "Python":
      return `import json, urllib.request\n\nbody = r'''${quoted}'''\nrequest = urllib.request.Request(${url}, body.encode())\nresult = json.load(urllib.request.urlopen(request))\nif result["errorId"]:\n    raise RuntimeError(result["errorDescription"])\nprint(result)`;
    case "PHP":
      return `<?php\n$body = <<<'JSON'\n${json}\nJSON;\n$context = stream_context_create(["http" => ["method" => "POST", "content" => $body]]);\n$result = json_decode(file_get_contents(${url}, false, $context), true);\nif ($result["errorId"]) {\n    throw new Exception($result["errorDescription"]);\n}\nprint_r($result);`;
  }
}
