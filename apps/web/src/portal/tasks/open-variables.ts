interface LateVariable {
  state: string;
  awaitedAt: Date | null;
}

/** The values that a task that has not ended can still be given: first those that it asks for now. */
export function openVariables<Variable extends LateVariable>(variables: readonly Variable[]): Variable[] {
  return variables
    .filter(({ state }) => state !== "taken")
    .sort((one, other) => Number(other.awaitedAt !== null) - Number(one.awaitedAt !== null));
}
