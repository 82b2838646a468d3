/** A column that holds what the vault sealed. */
export interface SealedColumn {
  table: "task" | "variable" | "task_step";
  column: string;
  /** SQL of the row's place of its own, beside the task: what a sealed value is bound to. */
  name: string;
}

/** Every place where something sealed is stored. A test holds it against the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "task", column: "given", name: "'given'" },
  { table: "task", column: "solution", name: "'solution'" },
  { table: "variable", column: "value", name: "s.name" },
  { table: "task_step", column: "picture", name: "'picture'" },
];
