import type { ComponentProps } from "react";
import { SelectField } from "../../components/form.tsx";
import { pages, trpc, useAllItems } from "../../trpc/client.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "children"> & {
  /** What no template means. */
  none: string;
};

/** One of the templates that the account can use: its own first, then the built-in ones. */
export function TemplateSelect({ none, ...props }: Props) {
  const list = trpc.templates.list.useInfiniteQuery({ limit: 100 }, pages);
  const templates = useAllItems(list) ?? [];
  const namesOf = (isBuiltIn: boolean) => {
    const names = templates.filter(({ builtIn }) => builtIn === isBuiltIn).map(({ name }) => name);
    return names.sort((one, other) => one.localeCompare(other));
  };
  const groups = [
    { label: "Your templates", names: namesOf(false) },
    { label: "Built-in templates", names: namesOf(true) },
  ];
  // Not loaded yet, or not one of them.
  const chosen = typeof props.value === "string" && !templates.some(({ name }) => name === props.value) && props.value;
  return (
    <SelectField
      {...props}
      error={list.error ? `The templates could not be loaded. ${list.error.message}` : props.error}
    >
      <option value="">{none}</option>
      {chosen && <option>{chosen}</option>}
      {groups.map(
        ({ label, names }) =>
          names.length > 0 && (
            <optgroup key={label} label={label}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          ),
      )}
    </SelectField>
  );
}
