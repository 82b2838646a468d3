"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/**
 * The address's parameters, and how to change them. A change is drawn at once, in the task of the click: the router,
 * which hears of it too, takes its own time.
 */
export function useAddress(): [text: string, push: (text: string) => void] {
  const params = useSearchParams();
  const [text, setText] = useState(() => params.toString());
  // Back, forward and links: the router has changed the address, whose text is the truth.
  useEffect(() => {
    if (params) setText(location.search.slice(1));
  }, [params]);
  return [
    text,
    (next) => {
      setText(next.slice(1));
      history.pushState(null, "", next);
    },
  ];
}
