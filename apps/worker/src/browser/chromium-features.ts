/** What Playwright switches off: of several such arguments Chromium heeds the last alone. A test holds this against its own. */
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
 * window. Nobody types there, and it took far more of the processor than the task's own page.
 */
const windowFurniture = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Chromium's features that a browser without a person does not need, as its argument. */
export const featuresOff = `--disable-features=${[...byPlaywright, ...windowFurniture].join(",")}`;
