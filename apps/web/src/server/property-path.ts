/** A place in a body, in the notation of programs: task.domainsOfInterest[1], task.variables["a b"]. */
export function propertyPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = String(key);
    if (!/^[A-Za-z_$][\w$]{0,127}$/.test(name)) return `${text}[${JSON.stringify(name.slice(0, 128))}]`;
    return text ? `${text}.${name}` : name;
  }, "");
}
