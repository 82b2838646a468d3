/** A joined text: literal pieces, and names of variables and read texts in between, as `Order {{order}} for {{name}}`. */
type JoinedPiece = { literal: string } | { name: string };

const piece = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;

/** The pieces of a joined text, in their order; `\{{` is a literal `{{`. What is no name stays literal text. */
export function joinedPieces(text: string): JoinedPiece[] {
  const pieces: JoinedPiece[] = [];
  let literal = "";
  let at = 0;
  for (const match of text.matchAll(piece)) {
    literal += text.slice(at, match.index);
    at = match.index + match[0].length;
    const name = match[1]?.trim();
    if (!name) {
      literal += match[0].startsWith("\\") ? "{{" : match[0];
      continue;
    }
    if (literal !== "") pieces.push({ literal });
    literal = "";
    pieces.push({ name });
  }
  literal += text.slice(at);
  return literal === "" ? pieces : [...pieces, { literal }];
}

/** The names in a joined text, each once. */
export function namesIn(text: string): string[] {
  return [...new Set(joinedPieces(text).flatMap((one) => ("name" in one ? [one.name] : [])))];
}

/** What is wrong with a joined text, as the words after "It must be"; undefined where it can be read. */
export function joinedTextProblem(text: string, maxNameLength: number): string | undefined {
  for (const match of text.matchAll(piece)) {
    if (match[0] === "{{") return "a text in which each {{ has its }}; write \\{{ for two braces as they are";
    if (match[1] === undefined) continue;
    const name = match[1].trim();
    if (name === "") return "a text with a name between {{ and }}";
    if (name.length > maxNameLength) return `a text whose names have at most ${maxNameLength} characters`;
  }
  return undefined;
}
