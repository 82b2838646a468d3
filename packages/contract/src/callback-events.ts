/** What a task's callback URL can be called for. It is always called for the task's end. */
export const callbackEvents = ["waiting", "end"] as const;

export type CallbackEvent = (typeof callbackEvents)[number];
