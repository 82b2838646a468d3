/** The events that an endpoint can receive: `task.waiting`, `task.ready`, `task.failed`, `task.control`. */
export const eventNames = ["waiting", "ready", "failed", "control"] as const;

export type EventName = (typeof eventNames)[number];

/** `text`: `{"text": …}`, as Slack, Mattermost and Google Chat accept it; `discord`: `{"content": …}`. */
export const eventFormats = ["standard", "text", "discord"] as const;

export type EventFormat = (typeof eventFormats)[number];

/** What a task's callback URL can be called for. It is always called for the task's end. */
export const callbackEvents = ["waiting", "end"] as const;

export type CallbackEvent = (typeof callbackEvents)[number];
