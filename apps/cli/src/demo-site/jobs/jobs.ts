import type { Get, Post } from "../visit.ts";
import { approval } from "./approval.ts";
import { cardFrame } from "./card-frame.ts";
import { chatWidget } from "./chat-widget.ts";
import { confirmBox } from "./confirm-box.ts";
import { cookieBanner } from "./cookie-banner.ts";
import { datePicker } from "./date-picker.ts";
import { endlessPage } from "./endless-page.ts";
import type { Job } from "./job.ts";
import { lateElements } from "./late-elements.ts";
import { ownLanguage } from "./own-language.ts";
import { pdfDownload } from "./pdf-download.ts";
import { popUp } from "./pop-up.ts";
import { secondTab } from "./second-tab.ts";
import { sixBoxCode } from "./six-box-code.ts";
import { twoCodes } from "./two-codes.ts";
import { twoPageSignIn } from "./two-page-sign-in.ts";

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

const all = <Answer>(of: (job: Job) => Record<string, Answer> | undefined): Record<string, Answer> =>
  Object.fromEntries(jobs.flatMap((job) => Object.entries(of(job) ?? {})));

export const jobGets = all<Get>(({ gets }) => gets);
export const jobPosts = all<Post>(({ posts }) => posts);
