import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { lintGutter } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { StepForm } from "@gatepost/contract/step-forms";
import { complete } from "./completions.ts";
import { problems } from "./problems.ts";
import { highlighting, theme } from "./theme.ts";

interface Options {
  forms: ReadonlyMap<string, StepForm>;
  changed: (text: string) => void;
  undo: () => void;
  redo: () => void;
}

/** CodeMirror for a template's JSON. */
export function extensions({ forms, changed, undo, redo }: Options): Extension[] {
  const run = (action: () => void) => () => {
    action();
    return true;
  };
  return [
    [lineNumbers(), foldGutter(), lintGutter(), drawSelection(), highlightActiveLine()],
    [json(), bracketMatching(), closeBrackets(), problems, syntaxHighlighting(highlighting), theme],
    autocompletion({ override: [(context) => complete(forms, context)] }),
    keymap.of([
      // Both views share the page's history of edits.
      { key: "Mod-z", run: run(undo), stopPropagation: true },
      { key: "Mod-Shift-z", run: run(redo), stopPropagation: true },
      { key: "Mod-y", run: run(redo), stopPropagation: true },
      ...[...closeBracketsKeymap, ...completionKeymap, ...foldKeymap, ...defaultKeymap],
    ]),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "Template as JSON", tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && changed(state.doc.toString())),
  ];
}
