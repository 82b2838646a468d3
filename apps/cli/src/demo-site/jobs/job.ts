import { type Get, type Pages, type Post, page } from "../layout.ts";

/** One of the everyday browser jobs, and the pages on which it is practised; none of its own if the site has them anyway. */
export interface Job extends Partial<Pages> {
  /** Where it begins: the page there, and what is posted there. */
  path: string;
  get?: Get;
  post?: Post;
  title: string;
  /** What the visitor meets there. */
  sentence: string;
}

/** The page after a form that the server accepted. */
export const done = (title: string, sentence: string) =>
  page(title)`<h1>${title}</h1><p id="result">${sentence}</p><p><a href="/jobs">All jobs</a></p>`;

/** The page after a form that the server refused. */
export const refused = (sentence: string, path: string) =>
  page(
    "Not accepted",
  )`<h1>Not accepted</h1><p class="wrong" role="alert">${sentence}</p><p><a href="${path}">Try again</a></p>`;
