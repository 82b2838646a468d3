/** What a request for a page was: somebody's navigation, a mere question about it, or one made ahead of a click. */
export type VisitKind = "document" | "head" | "prefetch";

/** Programs that fetch pages for others and say so. Command-line clients and headless browsers are somebody's visit. */
const namesItself = new RegExp(
  [
    // Words by which robots name themselves; "cubot" is a telephone.
    "(?<!cu)bot(?:\\b|[-_/])",
    "crawl",
    "spider",
    "slurp",
    "archiver",
    "indexer",
    "scraper",
    // Search engines whose names hold none of them.
    "mediapartners-google",
    "google-(?:read-aloud|inspectiontool|extended)",
    "googleother",
    "bingpreview",
    "yandex(?!search|browser)",
    "baidu(?:spider|boxapp)?[-/]render",
    "qwantify",
    "teoma",
    "ia_archiver",
    // Link previews of social networks and chats.
    "facebookexternalhit",
    "facebookcatalog",
    "meta-externalagent",
    "meta-externalfetcher",
    "whatsapp/",
    "skypeuripreview",
    "slack-imgproxy",
    "vkshare",
    "w3c_validator",
    "embedly",
    "quora link preview",
    "outbrain",
    "flipboardproxy",
    "bitlybot",
    "nuzzel",
    "redditbot",
    "iframely",
    "snap url preview",
    "google-pagerenderer",
    "linkpreview",
    "link preview",
    // Monitors.
    "pingdom",
    "uptime",
    "statuscake",
    "site24x7",
    "newrelicpinger",
    "datadogsynthetics",
    "checkly",
    "gatus",
    "hetrixtools",
    "betterstack",
    "monitor(?:ing)?\\b",
    "lighthouse",
    "pagespeed",
  ].join("|"),
  "i",
);

/** Why a visit is not counted, or nothing where it is one. The reason is counted in its place. */
export function exclusion(kind: VisitKind, userAgent: string | null): "head" | "prefetch" | "crawler" | undefined {
  if (kind !== "document") return kind;
  return userAgent !== null && namesItself.test(userAgent) ? "crawler" : undefined;
}
