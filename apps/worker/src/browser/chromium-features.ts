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
