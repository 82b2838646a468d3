import { type KeyboardEvent, useId, useState } from "react";

/**
 * A field with a list of what matches (ARIA's combobox): the attributes of the field, of the list and of each option. The arrows choose
 * an option, and Enter or a click opens it. `first`: which is chosen to begin with; -1: none.
 */
export function useOptions<Option>(options: readonly Option[], first: 0 | -1, open: (option: Option) => void) {
  const id = useId();
  const [at, setAt] = useState<number>(first);
  const chosen = Math.min(at, options.length - 1);
  function choose(next: number) {
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  }
  function press(event: KeyboardEvent) {
    const option = options[chosen];
    // Keys of an input method choose among its words.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && option) open(option);
    else if (event.key === "ArrowDown") choose(Math.min(options.length - 1, chosen + 1));
    else if (event.key === "ArrowUp") choose(Math.max(first, chosen - 1));
    else return;
    event.preventDefault();
  }
  return {
    /** To be called when the options are others. */
    restart: () => setAt(first),
    field: {
      role: "combobox",
      autoComplete: "off",
      "aria-expanded": options.length > 0,
      "aria-controls": `${id}-list`,
      "aria-activedescendant": chosen >= 0 ? `${id}-${chosen}` : undefined,
      onKeyDown: press,
    },
    list: { id: `${id}-list`, role: "listbox", "aria-label": "Results" },
    option: (option: Option, index: number) => ({
      id: `${id}-${index}`,
      role: "option",
      tabIndex: -1,
      "aria-selected": index === chosen,
      onPointerMove: () => setAt(index),
      onClick: () => open(option),
    }),
  };
}
