import { featuresOff } from "./chromium-features.ts";

/** Beside those that Playwright passes: nothing is fetched for the browser itself, and nothing goes around the proxy. */
export const browserFlags = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  featuresOff,
  // QUIC and WebRTC speak UDP, which no HTTP proxy carries.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Names are resolved by the proxy alone; whatever else asks for one gets no answer.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];
