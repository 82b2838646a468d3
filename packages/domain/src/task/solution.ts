/** What a ready task brought; the shape that getTaskResult answers. Pictures and pages are base64, in step order. */
export interface Solution {
  url: string;
  domain: string;
  cookies: Record<string, string>;
  localStorage: Record<string, string>;
  screenshots: string[];
  HTMLsInBase64: string[];
  texts: Record<string, string>;
}
