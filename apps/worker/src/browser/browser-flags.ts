import { featuresOff } from "./chromium-features.ts";

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
