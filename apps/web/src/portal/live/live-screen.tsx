import type { LiveInput } from "@gatepost/contract/live-input";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { LiveConnection } from "./live-connection.ts";

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** The window's size in CSS pixels. */
  width: number;
  height: number;
  /** Gets what the person does, while they have the page. */
  connection: LiveConnection;
  isSeen: boolean;
  isDimmed: boolean;
  isControlled: boolean;
  /** Takes what a phone's keyboard types. */
  keyboard: RefObject<HTMLTextAreaElement | null>;
}

/** How far the picture is enlarged, and moved to the left and up, in its own pixels. */
const whole = { scale: 1, x: 0, y: 0 };
const maxScale = 5;

/** How long a finger rests before it presses, unless it moves or leaves: a second one may follow, and then nothing is pressed. */
const restMs = 120;
/** Pixels by which a finger that rests may move. */
const restPx = 8;
/** By what part of their distance two fingers come closer or part, until then they move together. */
const leastPinch = 0.15;

/**
 * The picture of the page. While the person has it, what they do on it reaches the page: one finger acts as a mouse does, and two
 * enlarge the picture and move it, and scroll the page where the picture ends.
 */
export function LiveScreen({ canvas, width, height, connection, isSeen, isDimmed, isControlled, keyboard }: Props) {
  const screen = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(whole);
  // What a finger's next move begins with, which may come before the picture is drawn anew.
  const zoomed = useRef(whole);
  const shown = isControlled ? zoom : whole;
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef<{ send: () => void } | undefined>(undefined);
  const send = isControlled ? connection : undefined;

  const positionOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = (canvas.current as HTMLCanvasElement).getBoundingClientRect();
    return { x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height };
  };
  const mouseMoved = (event: PointerEvent) => {
    const { buttons } = event;
    const position = { ...positionOf(event), buttons, modifiers: modifiersOf(event) };
    send?.send({ type: "mouse", kind: "moved", ...position, button: "none", count: 0 });
  };

  const pressed = useRef({ at: 0, x: 0, y: 0, count: 0, isMouse: false });
  const isDown = useRef(false);
  const resting = useRef<{ press: () => void; timer: ReturnType<typeof setTimeout> } | undefined>(undefined);
  const two = useRef({ apart: 1, pinches: false, at: { x: 0, y: 0 } });
  function endRest(presses: boolean) {
    clearTimeout(resting.current?.timer);
    if (presses) resting.current?.press();
    resting.current = undefined;
  }
  function down(event: PointerEvent<HTMLDivElement>) {
    if (!send) return;
    const all = fingers.current;
    all.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
    const isMouse = event.pointerType === "mouse";
    if (isMouse) keyboard.current?.focus({ preventScroll: true });
    if (all.size > 1) return beginTwo();
    const { timeStamp, clientX, clientY } = event;
    const { at, x, y, count } = pressed.current;
    const isNear = Math.hypot(clientX - x, clientY - y) < 6 && timeStamp - at < 500;
    pressed.current = { at: timeStamp, x: clientX, y: clientY, count: isNear ? (count % 3) + 1 : 1, isMouse };
    const position = { ...positionOf(event), button: buttonOf(event.button), modifiers: modifiersOf(event) };
    const buttons = event.buttons;
    const press = () => {
      isDown.current = true;
      send.send({ type: "mouse", kind: "moved", ...position, button: "none", buttons: 0, count: 0 });
      send.send({ type: "mouse", kind: "pressed", ...position, buttons, count: pressed.current.count });
    };
    if (event.pointerType !== "touch") return press();
    resting.current = { press, timer: setTimeout(() => endRest(true), restMs) };
  }

  /** The first finger was no press. If it has pressed already, it is released where nothing is, which clicks on nothing. */
  function beginTwo() {
    endRest(false);
    const [one, other] = [...fingers.current.values()];
    if (!one || !other) return;
    // What is scrolled is where the fingers began.
    const at = positionOf({ clientX: (one.x + other.x) / 2, clientY: (one.y + other.y) / 2 });
    two.current = { apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)), pinches: false, at };
    if (!isDown.current) return;
    isDown.current = false;
    const nowhere = { x: -1, y: -1, button: "left", buttons: 0, count: 1, modifiers: 0 } as const;
    send?.send({ type: "mouse", kind: "released", ...nowhere });
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    if (!send) return;
    const all = fingers.current;
    const before = all.get(event.pointerId);
    if (before) all.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (all.size > 1) return moveTwo(event.pointerId, before);
    if (event.pointerType === "touch") {
      const { x, y } = pressed.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > restPx) endRest(true);
      if (!isDown.current) return;
    }
    // One message for each picture that the person sees, with the latest position.
    if (!moved.current)
      requestAnimationFrame(() => {
        moved.current?.send();
        moved.current = undefined;
      });
    moved.current = { send: () => mouseMoved(event) };
  }

  function up(event: PointerEvent<HTMLDivElement>) {
    const isOne = fingers.current.size === 1;
    if (!fingers.current.delete(event.pointerId) || !send || !isOne) return;
    endRest(true);
    if (!isDown.current) return;
    isDown.current = false;
    moved.current?.send();
    moved.current = undefined;
    const { count } = pressed.current;
    const position = { ...positionOf(event), button: buttonOf(event.button), modifiers: modifiersOf(event) };
    send.send({ type: "mouse", kind: "released", ...position, buttons: event.buttons, count });
  }

  /** Keeps what is between the two fingers where they are, and scrolls the page where the picture ends. */
  function moveTwo(id: number, before: { x: number; y: number } | undefined) {
    const [still] = [...fingers.current].filter(([other]) => other !== id).map(([, position]) => position);
    const now = fingers.current.get(id);
    const box = screen.current?.getBoundingClientRect();
    if (!before || !now || !still || !box) return;
    const away = Math.hypot(now.x - still.x, now.y - still.y);
    if (Math.abs(away / two.current.apart - 1) > leastPinch) two.current.pinches = true;
    const { pinches, at } = two.current;
    const grown = pinches ? away / Math.max(1, Math.hypot(before.x - still.x, before.y - still.y)) : 1;
    const middle = { x: (now.x + still.x) / 2 - box.left, y: (now.y + still.y) / 2 - box.top };
    const { scale, x, y } = zoomed.current;
    const next = Math.min(maxScale, Math.max(1, scale * grown));
    const by = next / scale;
    const wanted = {
      x: (x + middle.x) * by - middle.x - (now.x - before.x) / 2,
      y: (y + middle.y) * by - middle.y - (now.y - before.y) / 2,
    };
    const within = (at: number, size: number) => Math.min(size * (next - 1), Math.max(0, at));
    zoomed.current = { scale: next, x: within(wanted.x, box.width), y: within(wanted.y, box.height) };
    setZoom(zoomed.current);
    if (pinches) return;
    const pixel = width / (box.width * next);
    const deltaX = (wanted.x - zoomed.current.x) * pixel;
    const deltaY = (wanted.y - zoomed.current.y) * pixel;
    if (deltaX !== 0 || deltaY !== 0) send?.send({ type: "wheel", ...at, deltaX, deltaY, modifiers: 0 });
  }

  // React's own listeners for the wheel are passive, and the portal would scroll too.
  useEffect(() => {
    const element = screen.current;
    if (!element || !send) return;
    const roll = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 40;
      const [deltaX, deltaY] = [event.deltaX * unit, event.deltaY * unit];
      send.send({ type: "wheel", ...positionOf(event), deltaX, deltaY, modifiers: modifiersOf(event) });
    };
    element.addEventListener("wheel", roll, { passive: false });
    return () => element.removeEventListener("wheel", roll);
  }, [send, canvas, width, height]);

  function key(event: KeyboardEvent, kind: "down" | "up") {
    if (kind === "down" && event.key === "Escape" && event.shiftKey) (document.activeElement as HTMLElement).blur();
    const input = send && keyInput(event.nativeEvent, kind);
    if (!input) return;
    event.preventDefault();
    send.send(input);
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    event.preventDefault();
    if (text) send?.send({ type: "text", text });
  }

  return (
    <div
      ref={screen}
      role="application"
      aria-label="Live page"
      aria-describedby={isControlled ? "live-keys" : undefined}
      tabIndex={isSeen ? 0 : -1}
      onPointerDown={down}
      // Otherwise the picture takes the focus from the field: input methods write nowhere then, and Firefox pastes nowhere.
      onMouseDown={(event) => send && pressed.current.isMouse && event.preventDefault()}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={(event) => {
        endRest(false);
        up(event);
      }}
      onContextMenu={(event) => send && event.preventDefault()}
      onKeyDown={(event) => key(event, "down")}
      onKeyUp={(event) => key(event, "up")}
      onPaste={paste}
      // An input method writes into the field alone. A finger that taps the picture opens no keyboard.
      onFocus={({ currentTarget, target }) => {
        if (send && target === currentTarget && target.matches(":focus-visible"))
          keyboard.current?.focus({ preventScroll: true });
      }}
      style={{ aspectRatio: `${width} / ${height}` }}
      className={`relative w-full overflow-hidden rounded-field bg-raised outline-offset-2 ${isControlled ? "touch-none select-none" : ""}`}
    >
      <canvas
        ref={canvas}
        hidden={!isSeen}
        style={{ transform: `translate(${-shown.x}px, ${-shown.y}px) scale(${shown.scale})`, transformOrigin: "0 0" }}
        className={`block size-full ${isDimmed ? "opacity-40" : ""}`}
      />
      <textarea
        ref={keyboard}
        aria-label="Type into the page"
        tabIndex={-1}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        // Not disabled: while the connection is cut, it would lose the focus to "Hand back", and keys would press that.
        readOnly={!isControlled}
        // What an input method, or a phone's keyboard, has written; other keys never reach the field.
        onInput={({ currentTarget, nativeEvent }) => {
          if ((nativeEvent as InputEvent).isComposing) return;
          if (currentTarget.value) send?.send({ type: "text", text: currentTarget.value });
          else if ((nativeEvent as InputEvent).inputType === "deleteContentBackward") pressKey(send, "Backspace", 8);
          currentTarget.value = "";
        }}
        onCompositionEnd={({ currentTarget }) => {
          if (currentTarget.value) send?.send({ type: "text", text: currentTarget.value });
          currentTarget.value = "";
        }}
        className="absolute top-0 left-0 size-px resize-none border-0 p-0 text-16 opacity-0"
      />
    </div>
  );
}

/** A key that a phone's keyboard does not have, or says without a key. */
export function pressKey(connection: LiveConnection | undefined, name: string, keyCode: number): void {
  const key = { key: name, code: name, keyCode, location: 0, isRepeated: false, modifiers: 0 };
  connection?.send({ type: "key", kind: "down", ...key });
  connection?.send({ type: "key", kind: "up", ...key });
}

/** Firefox's own key codes of ";", "=" and "-", and those of all other browsers. */
const firefoxKeyCodes: Readonly<Record<number, number>> = { 59: 186, 61: 187, 173: 189 };

type KeyInput = Extract<LiveInput, { type: "key" }>;
type MouseButton = Extract<LiveInput, { type: "mouse" }>["button"];

type Key = Pick<
  globalThis.KeyboardEvent,
  "key" | "code" | "keyCode" | "location" | "repeat" | "isComposing" | "getModifierState"
>;

type Modifiers = Pick<WheelEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** As the browser's protocol has them. */
const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: Modifiers): number =>
  Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);

const buttonOf = (button: number): MouseButton => (["left", "middle", "right"] as const)[button] ?? "none";

/**
 * What a key does on the page. Undefined where the field of the live page takes it: text of an input method or a phone's keyboard,
 * and what is pasted; and where it is for the portal: Shift and Escape leave the page.
 */
export function keyInput(event: Key & Modifiers, kind: "down" | "up"): KeyInput | undefined {
  const { key, code, location, repeat, isComposing } = event;
  if (isComposing || event.keyCode === 229 || ["Unidentified", "Process", "Dead"].includes(key)) return undefined;
  if (key === "Escape" && event.shiftKey) return undefined;
  if ((event.ctrlKey || event.metaKey) && ["v", "V"].includes(key)) return undefined;
  if (event.shiftKey && key === "Insert") return undefined;
  // AltGr, which writes characters, is reported as both.
  const writes = key.length === 1 && event.getModifierState("AltGraph");
  const modifiers = writes ? 0 : modifiersOf(event);
  const keyCode = (key.length === 1 && firefoxKeyCodes[event.keyCode]) || event.keyCode;
  return { type: "key", kind, key, code, keyCode, location, isRepeated: repeat, modifiers };
}
