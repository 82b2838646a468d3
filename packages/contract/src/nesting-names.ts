/** The names under which a step nests others. */
export const nestingNames = ["then", "else", "steps"] as const;
