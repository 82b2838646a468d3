import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/**
 * The address's parameters, and a function to change them. A change is rendered at once, in the same task as the click;
 * the router is notified and follows later.
 */
export function useAddress(): [text: string, push: (text: string, how?: "replace") => void] {
  const params = useSearchParams();
  const [text, setText] = useState(() => params.toString());
  // After Back, Forward and links, the router has changed the address, and its text takes precedence.
  useEffect(() => {
    if (params) setText(location.search.slice(1));
  }, [params]);
  return [
    text,
    (next, how) => {
      setText(next.slice(1));
      // While somebody types, Back does not lead through each letter.
      if (how === "replace") history.replaceState(null, "", next);
      else history.pushState(null, "", next);
    },
  ];
}
