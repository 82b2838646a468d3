"use client";

import { useEffect } from "react";

/** The icon with its slot in amber, as in app/icon.svg. */
const amberIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke-width="2" stroke-linecap="round">' +
    "<style>g{stroke:#1c1a17}@media (prefers-color-scheme:dark){g{stroke:#f2efea}}</style>" +
    '<g><path d="M7 21.5V6a5 5 0 0 1 10 0v15.5"/><path d="M4 21.5h16"/></g>' +
    '<path d="M10 9.5h4" stroke="#e08600" stroke-width="3"/></svg>',
)}`;

/** Shows in the tab, by "(1)" before its title and an amber icon, that tasks wait for a value. */
export function useWaitingMark(waiting: number): void {
  useEffect(() => {
    const mark = () => {
      const title = document.title.replace(/^\(\d+\) /, "");
      const marked = waiting > 0 ? `(${waiting}) ${title}` : title;
      if (document.title !== marked) document.title = marked;
      for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) {
        icon.dataset.usual ??= icon.getAttribute("href") ?? "";
        const href = waiting > 0 ? amberIcon : icon.dataset.usual;
        if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
      }
    };
    mark();
    // A page that is opened sets its own title.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
}
