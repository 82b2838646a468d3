/** What a task's callback URL can be called for beside the task's end. */
export const callbackEvents = ["waiting"] as const;

export type CallbackEvent = (typeof callbackEvents)[number];
