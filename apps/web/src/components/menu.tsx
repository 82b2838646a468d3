import { type ComponentType, useState } from "react";
import { buttonClass } from "./control-classes.ts";
import type { MenuProps } from "./opened-menu.tsx";

const load = () => import("./opened-menu.tsx");

/** A button that opens a menu. The menu's code is loaded when it is about to be opened. */
export function Menu(props: MenuProps) {
  const { label, name } = props;
  const [Opened, setOpened] = useState<ComponentType<MenuProps>>();
  if (Opened) return <Opened {...props} />;
  const open = () => void load().then(({ OpenedMenu }) => setOpened(() => OpenedMenu));
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      {...(name && { "aria-label": name })}
      className={buttonClass("plain", "small")}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={open}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && open()}
    >
      {label} <span aria-hidden="true">▾</span>
    </button>
  );
}
