import type { syntaxTree } from "@codemirror/language";

/** A node of the parsed text. */
export type SyntaxNode = ReturnType<typeof syntaxTree>["topNode"];
