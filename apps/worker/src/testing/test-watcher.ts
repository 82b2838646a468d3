import type { LiveAnswer, LiveState } from "@gatepost/contract/live";
import type { LiveInput } from "@gatepost/contract/live-input";
import { Handover } from "../live/handover.ts";
import { LivePage } from "../live/live-page.ts";
import type { WatchingEnd } from "../live/live-server.ts";

/** The live page of a task that nobody runs. */
export function newLivePage(handover = new Handover({ taskId: 1, taken: async () => {}, back: async () => {} })) {
  return new LivePage({
    taskId: 1,
    place: () => "1",
    later: () => [],
    secondsLeft: () => 60,
    handover,
    watched: () => 1,
  });
}

/** Somebody who watches the page, may take it over, and draws each frame at once. */
export function watchLive(page: LivePage | undefined, { taskId = 1, holder = "user 1" } = {}) {
  if (!page) throw new Error("The task has no live page.");
  const seen = {
    state: undefined as LiveState | undefined,
    frames: 0,
    last: Buffer.of() as Buffer,
    answers: [] as LiveAnswer[],
    ends: [] as WatchingEnd[],
  };
  const watching = page.add(
    {
      sendState: (state) => {
        seen.state = state;
      },
      sendFrame: (frame) => {
        seen.frames += 1;
        seen.last = frame;
        setImmediate(() => send({ type: "ack" }));
      },
      say: (answer) => void seen.answers.push(answer),
      end: (why) => void seen.ends.push(why),
    },
    { taskId, right: "control", holder, client: "tab", name: "Ada", until: Date.now() + 600_000 },
  );
  const send = (input: LiveInput) => void (typeof watching === "object" && watching.receive(input));
  const click = (x: number, y: number) => {
    const at = { x, y, modifiers: 0, button: "left", count: 1 } as const;
    send({ type: "mouse", kind: "pressed", ...at, buttons: 1 });
    send({ type: "mouse", kind: "released", ...at, buttons: 0 });
  };
  return { seen, watching, send, click };
}
