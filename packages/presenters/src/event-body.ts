import type { EventContent, EventDelivery } from "@gatepost/domain/notifications/claim-deliveries";

/**
 * The body of an event in the form that its endpoint accepts. Chats get the template's name and no word of the site, because
 * more people read them.
 */
export function eventBody({
  format,
  occurred,
  content,
}: Pick<EventDelivery, "format" | "occurred" | "content">): object {
  switch (format) {
    case "text":
      return { text: chatText(content) };
    case "discord":
      return { content: chatText(content), allowed_mentions: { parse: [] } };
    case "standard": {
      const { type, ...data } = content;
      return { type, timestamp: new Date(Math.floor(occurred) * 1_000).toISOString(), data };
    }
  }
}

function chatText(content: EventContent): string {
  switch (content.type) {
    case "test":
      return "A test from Gatepost.";
    case "task.waiting": {
      const link = content.answerUrl ? ` Answer: ${content.answerUrl}` : "";
      const waits = content.reminder ? "still waits for a value, and not for long" : "waits for a value";
      return `Task ${content.taskId} (${plain(content.templateName)}) ${waits}.${link}`;
    }
    case "task.control":
      return `Task ${content.taskId} (${plain(content.templateName)}) was ${plain(content.control)}.`;
    case "task.ready":
      return `Task ${content.taskId} (${plain(content.templateName)}) is ready.`;
    case "task.failed":
      return `Task ${content.taskId} (${plain(content.templateName)}) failed: ${content.errorCode}`;
  }
}

/** A name without the characters by which chats mark mentions, links and styles. */
function plain(name: string): string {
  return name
    .replace(/[<>&@*_`~|[\]()#\\]/g, " ")
    .replace(/ +/g, " ")
    .trim();
}
