import { z } from "zod";
import { stepTypes } from "./steps.ts";

/** What the steps of a task leave: its solution, or what is known of its failure. Stored and returned alike. */

const fullCookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().describe("With a leading dot where subdomains get it too."),
  path: z.string(),
  expires: z.number().describe("Unix seconds; -1: it ends with the browser's session."),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: z.enum(["Strict", "Lax", "None"]),
});

const file = z.object({
  name: z.string().describe("As the site suggests it, without a path."),
  type: z.string().describe("The media type that the name's ending stands for."),
  size: z.int().min(0).describe("Bytes."),
  base64: z.string(),
});

export const solution = z.object({
  url: z.string().describe("The last page's address."),
  domain: z.string(),
  cookies: z
    .record(z.string(), z.string())
    .describe("Name and value of the cookies of the last page's site and of `domainsOfInterest`."),
  localStorage: z.record(z.string(), z.string()),
  screenshots: z.array(z.string()).describe("PNG in base64, in step order."),
  HTMLsInBase64: z.array(z.string()).describe("HTML in base64, in step order."),
  texts: z.record(z.string(), z.string()).describe("What READ_TEXT steps read, by name."),
  data: z
    .record(z.string(), z.array(z.record(z.string(), z.string().nullable())))
    .describe("What READ_LIST steps read, by name: an object for each item, null for a field that an item lacks."),
  files: z.record(z.string(), file).describe("What DOWNLOAD_FILE steps kept, by name."),
  cookieJar: z
    .array(fullCookie)
    .describe("The same cookies in browsers' full form; of several with one name, `cookies` has the last."),
  fingerprint: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .describe(
      "What the last page's own navigator reports about the browser, such as `self.navigator.userAgent`. Empty if there " +
        "is no page to ask.",
    ),
  requestHeaders: z
    .record(z.string(), z.string())
    .describe(
      "The headers with which the browser requested the last document, by lower-case name, without Authorization and Cookie.",
    ),
});

export type FullCookie = z.infer<typeof fullCookie>;
export type DownloadedFile = z.infer<typeof file>;
export type Solution = z.infer<typeof solution>;

const uniqueSelector = z.string().describe("A selector that matches it alone.");
const elementText = z.string().describe("Its text, or the label of a field; at most 200 characters.");

export const taskFailure = z.object({
  step: z.string().describe("As in `progress`, such as 3.then.2; 0 is the opening of websiteURL."),
  type: z.enum(stepTypes),
  url: z.string().describe("The page's address without query; empty if there was no page."),
  screenshot: z
    .string()
    .optional()
    .describe("What the page showed then, without secrets: WebP or PNG in base64. Absent if there is none."),
  candidates: z
    .array(
      z.object({
        selector: uniqueSelector,
        text: elementText,
        why: z.string().describe("In what it is alike."),
      }),
    )
    .max(5)
    .describe(
      "If the step did not find its element: the nearest ones by role, text and attributes, without what fields hold " +
        "and values of variables.",
    ),
  coveredBy: z
    .object({
      selector: uniqueSelector,
      text: elementText,
      buttons: z.array(uniqueSelector).max(5).describe("The selectors of the buttons and links in it."),
    })
    .optional()
    .describe("If another element covered the step's: that element, such as a dialog."),
});

export const partialResult = solution
  .pick({ texts: true, data: true })
  .describe("What READ_TEXT and READ_LIST steps had read.");

export type TaskFailure = z.infer<typeof taskFailure>;
export type PartialResult = z.infer<typeof partialResult>;
