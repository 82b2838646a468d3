import type { LiveAnswer, LiveBox } from "@gatepost/contract/live";
import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
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
  const sought = useRef("");
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
  const receive = useEffectEvent((answer: LiveAnswer) => {
    if (answer.type === "refused") setRefusal(answer.reason);
    if (answer.type === "found" && answer.selector === sought.current) {
      setFound(answer);
      if (!chosen) setBoxes(answer.boxes);
    }
    if (answer.type !== "pointed" || !chosen) return;
    const next = asking.current?.next;
    asking.current = null;
    if (answer.selectors.length > 0) {
      chosen.done(answer.selectors);
      return end();
    }
    setBoxes(answer.box ? [answer.box] : []);
    if (next) point({ ...next, picks: false });
  });
  useEffect(() => {
    if (connection) connection.onAnswer = (answer) => receive(answer);
    else {
      end();
      setFound(undefined);
      setRefusal(undefined);
    }
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
      sought.current = selector ?? "";
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
