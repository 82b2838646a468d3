/** One server-sent event; `data` is JSON. */
interface StreamEvent {
  event: string;
  data: unknown;
}

/** The events of a response as they arrive, without pings; ends with the response. */
export async function* eventsOf({ body }: Response): AsyncGenerator<StreamEvent, void, undefined> {
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const fields = new Map(
        text
          .slice(0, end)
          .split("\n")
          .map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      text = text.slice(end + 2);
      const event = fields.get("event") ?? "message";
      if (event !== "ping") yield { event, data: JSON.parse(fields.get("data") || "null") };
    }
  }
}
