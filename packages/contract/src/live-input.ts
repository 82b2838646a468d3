import { z } from "zod";

const position = { x: z.number().min(-1).max(20_000), y: z.number().min(-1).max(20_000) };
const modifiers = z.number().int().min(0).max(15);

/** What a person sends. `ack`: the last frame is drawn, and another may come. Everything but that is refused to who only watches. */
export const liveInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ack") }),
  z.object({ type: z.literal("take") }),
  /** `again`, `next`, or the place of a later step, such as `7`. */
  z.object({ type: z.literal("handBack"), at: z.string().min(1).max(200) }),
  /** From now on, what the person does becomes steps. */
  z.object({ type: z.literal("record") }),
  /** Which element is there. Nothing is done to it. */
  z.object({ type: z.literal("point"), ...position, picks: z.boolean() }),
  /** What the selector matches. */
  z.object({ type: z.literal("seek"), selector: z.string().min(1).max(1_024) }),
  /** Closes a page that was kept open. */
  z.object({ type: z.literal("close") }),
  /** Runs the steps of an edited draft on it, from one of them on: its place, such as `3.then.2`. */
  z.object({ type: z.literal("continue"), draft: z.string().min(1).max(300), at: z.string().min(1).max(200) }),
  z.object({ type: z.literal("tab"), id: z.number().int() }),
  z.object({
    type: z.literal("mouse"),
    kind: z.enum(["pressed", "released", "moved"]),
    ...position,
    button: z.enum(["none", "left", "middle", "right"]),
    buttons: z.number().int().min(0).max(31),
    count: z.number().int().min(0).max(3),
    modifiers,
  }),
  z.object({
    type: z.literal("wheel"),
    ...position,
    deltaX: z.number().min(-10_000).max(10_000),
    deltaY: z.number().min(-10_000).max(10_000),
    modifiers,
  }),
  z.object({
    type: z.literal("key"),
    kind: z.enum(["down", "up"]),
    key: z.string().max(40),
    code: z.string().max(40),
    keyCode: z.number().int().min(0).max(255),
    location: z.number().int().min(0).max(3),
    isRepeated: z.boolean(),
    modifiers,
  }),
  /** Whole characters: of a layout, an input method or the clipboard. */
  z.object({ type: z.literal("text"), text: z.string().min(1).max(100_000) }),
  z.object({ type: z.literal("dialog"), accept: z.boolean(), text: z.string().max(10_000) }),
  z.object({
    type: z.literal("files"),
    files: z.array(z.object({ name: z.string().max(255), mimeType: z.string().max(255), base64: z.base64() })).max(10),
  }),
]);

export type LiveInput = z.infer<typeof liveInput>;

/** Bytes of one message of a person: a file to upload is the longest. */
export const liveInputBytes = 4 * 1024 * 1024;

/** Of one tab: who takes a page over in another one is somebody else. */
const client = z.string().min(1).max(64).optional();

/** The first message of a browser: which task it wants to see, signed in or by a link. */
export const liveOpening = z.union([
  z.strictObject({ taskId: z.number().int().positive(), client }),
  z.strictObject({ link: z.string().max(100), client }),
]);
