/** A text with its history. Edits of one group that follow each other within a second are undone together; null: by itself. */
interface Editing {
  text: string;
  past: readonly string[];
  future: readonly string[];
  latest: { group: string | null; at: number } | null;
}

export type Edit =
  | { type: "edit"; text: string; group: string | null; at: number }
  | { type: "undo" }
  | { type: "redo" }
  /** Another document takes its place, and nothing can be undone. */
  | { type: "open"; text: string };

const togetherMs = 1_000;
/** Texts that are kept to be undone. */
const maxPast = 200;

export const opened = (text: string): Editing => ({ text, past: [], future: [], latest: null });

export function edit(editing: Editing, action: Edit): Editing {
  const { text, past, future, latest } = editing;
  switch (action.type) {
    case "open":
      return opened(action.text);
    case "edit": {
      if (action.text === text) return editing;
      const { group, at } = action;
      const isSame = group !== null && latest?.group === group && at - latest.at < togetherMs;
      return {
        text: action.text,
        past: isSame ? past : [...past, text].slice(-maxPast),
        future: [],
        latest: { group, at },
      };
    }
    case "undo": {
      const before = past.at(-1);
      return before === undefined
        ? editing
        : { text: before, past: past.slice(0, -1), future: [text, ...future], latest: null };
    }
    case "redo": {
      const [after, ...rest] = future;
      return after === undefined ? editing : { text: after, past: [...past, text], future: rest, latest: null };
    }
  }
}
