/** A choice among a few values, by their names, as small as the buttons beside it. */
export function SmallSelect<Value extends string>({
  label,
  value,
  names,
  choose,
}: {
  label: string;
  value: Value;
  /** The name of each value, in the order of the list. */
  names: Partial<Record<Value, string>>;
  choose: (value: Value) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => choose(target.value as Value)}
      className="h-8 rounded-field border border-line bg-panel px-2 text-13"
    >
      {Object.entries<string | undefined>(names).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
