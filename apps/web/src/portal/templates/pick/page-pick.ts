import type { LiveBox } from "@gatepost/contract/live";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { LiveConnection } from "../../live/live-connection.ts";

/** Elements of a page that is open, chosen for the selectors of a template, and found by them. */
export type PagePick = ReturnType<typeof usePagePick>;

const PickContext = createContext<PagePick | null>(null);
export const PickProvider = PickContext.Provider;
export const usePick = () => useContext(PickContext);

export function usePagePick() {
  const [connection, attach] = useState<LiveConnection>();
  const [chosen, setChosen] = useState<{ done: (selectors: string[]) => void } | null>(null);
  const [boxes, setBoxes] = useState<readonly LiveBox[]>([]);
  const [found, setFound] = useState<{ selector: string; count: number }>();
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef({ chosen, sought: "" });
  latest.current.chosen = chosen;
  /** A page that is slow is asked again only once it has answered; the latest place counts. */
  const asking = useRef<{ next?: { x: number; y: number } } | null>(null);

  const end = () => {
    setChosen(null);
    setBoxes([]);
    asking.current = null;
  };
  const point = ({ x, y, picks }: { x: number; y: number; picks: boolean }) => {
    if (asking.current && !picks) {
      asking.current.next = { x, y };
      return;
    }
    asking.current = {};
    connection?.send({ type: "point", x, y, picks });
  };
  const react = useRef({ end, point });
  react.current = { end, point };

  useEffect(() => {
    if (!connection) {
      react.current.end();
      setFound(undefined);
      setRefusal(undefined);
      return;
    }
    connection.onAnswer = (answer) => {
      const { chosen, sought } = latest.current;
      if (answer.type === "refused") setRefusal(answer.reason);
      if (answer.type === "found" && answer.selector === sought) {
        setFound(answer);
        if (!chosen) setBoxes(answer.boxes);
      }
      if (answer.type !== "pointed" || !chosen) return;
      const next = asking.current?.next;
      asking.current = null;
      if (answer.selectors.length > 0) {
        chosen.done(answer.selectors);
        return react.current.end();
      }
      setBoxes(answer.box ? [answer.box] : []);
      if (next) react.current.point({ ...next, picks: false });
    };
  }, [connection]);

  return {
    isOpen: connection !== undefined,
    attach,
    connection,
    isPicking: chosen !== null,
    /** Has the person choose an element; `done` gets its selectors, the best first. */
    begin: (done: (selectors: string[]) => void) => setChosen({ done }),
    cancel: end,
    /** What is there, in pixels of the page. */
    point,
    /** Shows what a selector matches; undefined: nothing any more. */
    seek: (selector: string | undefined) => {
      latest.current.sought = selector ?? "";
      if (selector) connection?.send({ type: "seek", selector });
      else if (!chosen) setBoxes([]);
    },
    boxes,
    /** How many elements a selector matches, once that is known. */
    countOf: (selector: string) => (found?.selector === selector ? found.count : undefined),
    /** Runs the steps of a stored draft on the page, from one of them on. `refusal`: why they do not run. */
    continueWith: (draft: string, at: string) => {
      end();
      setRefusal(undefined);
      connection?.send({ type: "continue", draft, at });
    },
    refusal,
  };
}
