import { posix } from "node:path";

/** How tsc begins an error. The lines after it that belong to it are indented. */
const begin = /^(\S.*?)\((\d+),(\d+)\): error (TS\d+)/;

/**
 * What tsc said in the folder `from`, its files named from the root. Each package is compiled with the sources that it
 * imports, so several find the same error: `reported` has those that were reported already, which are only counted.
 */
export function newErrors(output: string, from: string, reported: Set<string>): string {
  const said: string[] = [];
  let again = 0;
  for (const error of output.trimEnd().split(/\r?\n(?! )/)) {
    const [, file, line, column, code] = begin.exec(error) ?? [];
    const place = file ? `${posix.join(from, file)}:${line}:${column}` : "";
    const name = `${place} ${code}`;
    if (file && reported.has(name)) again++;
    else said.push(file ? error.replace(begin, `${place} error ${code}`) : error);
    reported.add(name);
  }
  if (again > 0) said.push(`${again} ${said.length > 0 ? "more " : ""}said above, of what it imports.`);
  return said.join("\n");
}
