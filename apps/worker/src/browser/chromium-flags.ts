/**
 * The features that Playwright disables. Chromium only uses the last of several such arguments. A test compares the
 * list with Playwright's own.
 */
const byPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/**
 * The list under the address bar is two pages in a process of their own, loaded with each window, and each task has a
 * window. Nobody types there, and it used far more CPU than the task's own page.
 */
const browserUiFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/**
 * A renderer that starts in advance with each window, for the next site that a page shows. Nearly every task stays on the
 * site that it opens, so it is never used.
 */
const spareRenderer = "SpareRendererForSitePerProcess";

/** The argument that disables Chromium features that a browser without a person does not need. */
export const featuresOff = `--disable-features=${[...byPlaywright, ...browserUiFeatures, spareRenderer].join(",")}`;

/** In addition to Playwright's flags: the browser itself fetches nothing, and nothing bypasses the proxy. */
export const browserFlags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  featuresOff,
  // Frames of other sites have processes of their own, as in the full browser; without this, a busy one blocks the page.
  "--site-per-process",
  // QUIC and WebRTC use UDP, which no HTTP proxy carries.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Otherwise the headless shell logs what pages write to their consoles, and Playwright keeps the latest lines, of any length.
  // It heeds the level only with the first flag.
  "--enable-logging=stderr",
  "--log-level=2",
  // Only the proxy resolves names; any other lookup fails.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];
