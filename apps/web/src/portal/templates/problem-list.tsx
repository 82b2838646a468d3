import type { Problem } from "@gatepost/contract/problems";
import { Notice } from "../../components/panel.tsx";

interface Props {
  problems: readonly Problem[];
  tone?: "failed" | "waits";
  open?: (path: string) => void;
}

/** Problems or warnings of a document, each with its place. `open` shows the place of one. */
export function ProblemList({ problems, tone = "failed", open }: Props) {
  return (
    <Notice tone={tone}>
      <ul className="max-h-48 space-y-1 overflow-auto text-13">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path !== "" &&
              (open ? (
                <button
                  type="button"
                  onClick={() => open(path)}
                  className="rounded-field font-mono text-12 text-accent underline underline-offset-4"
                >
                  {path}
                </button>
              ) : (
                <span className="font-mono text-12">{path}</span>
              ))}
            {path !== "" && ": "}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
