import type { EventFormat } from "@gatepost/contract/endpoint-events";

/** The forms of bodies, as people choose them. */
export const formatTexts: Record<EventFormat, string> = {
  standard: "JSON for programs (Standard Webhooks)",
  text: "Chat: Slack, Mattermost, Google Chat",
  discord: "Chat: Discord",
};
