import { html } from "@gatepost/presenters/html";
import { page } from "../layout.ts";
import { endlessPage, lateElements, ownLanguage } from "./changing-pages.ts";
import { pdfDownload, secondTab } from "./documents-and-tabs.ts";
import type { Job } from "./job.ts";
import { approval, cardFrame } from "./payments.ts";
import { popUp, sixBoxCode, twoCodes, twoPageSignIn } from "./sign-in.ts";
import { chatWidget, confirmBox, cookieBanner, datePicker } from "./widgets.ts";

/** Everyday browser jobs; some are practised on pages that the site has anyway. */
export const jobs: readonly Job[] = [
  lateElements,
  twoPageSignIn,
  sixBoxCode,
  popUp,
  cardFrame,
  chatWidget,
  datePicker,
  cookieBanner,
  { path: "/report", title: "Table to JSON", sentence: "A table of three months, read as objects." },
  { path: "/orders", title: "Pagination", sentence: "Orders on three pages, with a link to the next one." },
  pdfDownload,
  {
    path: "/login",
    title: "Refused code",
    sentence: "A sign-in whose code (349001) is asked for again if it is wrong.",
  },
  {
    path: "/welcome",
    title: "Saved session",
    sentence: "An account's page, which asks to sign in only those who have not.",
  },
  confirmBox,
  endlessPage,
  twoCodes,
  secondTab,
  ownLanguage,
  {
    path: "/private",
    title: "Basic authentication",
    sentence: "The browser asks for ada and love:lace, not the page.",
  },
  approval,
];

/** All jobs, each with a link to the page on which it begins. */
export const jobIndex = page("Jobs")`<h1>Everyday jobs</h1>
<p>Gatepost has a built-in template for each of them.</p>
<dl>${jobs.map(({ path, title, sentence }) => html`<dt><a href="${path}">${title}</a></dt><dd>${sentence}</dd>`)}</dl>`;
