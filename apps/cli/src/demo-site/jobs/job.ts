import { page } from "../layout.ts";
import type { Get, Post } from "../visit.ts";

/** One of the everyday browser jobs, and the pages on which it is practised. */
export interface Job {
  /** Where it begins. */
  path: string;
  title: string;
  /** What the visitor meets there. */
  sentence: string;
  /** Its own pages, by path; none if the site has them anyway. */
  gets?: Record<string, Get>;
  posts?: Record<string, Post>;
}

/** The page after a form that the server accepted. */
export const done = (title: string, sentence: string) =>
  page(title)`<h1>${title}</h1><p id="result">${sentence}</p><p><a href="/jobs">All jobs</a></p>`;

/** The page after a form that the server refused. */
export const refused = (sentence: string, path: string) =>
  page(
    "Not accepted",
  )`<h1>Not accepted</h1><p class="wrong" role="alert">${sentence}</p><p><a href="${path}">Try again</a></p>`;
