"use client";

import { useState } from "react";
import { buttonClass } from "../../components/button-class.ts";
import { uploadPicture } from "./upload-picture.ts";

/** A button to choose a picture's file, which is made smaller in the browser if it has to be. */
export function PicturePicker({
  label,
  side,
  busy,
  choose,
  fail,
}: {
  label: string;
  /** Pixels of the longer side, at most. */
  side: number;
  busy: boolean;
  /** Takes the picture in base64. */
  choose: (file: string) => void;
  fail: (problem: string) => void;
}) {
  const [reading, setReading] = useState(false);
  async function read(file: File | undefined) {
    if (!file || busy || reading) return;
    fail("");
    setReading(true);
    await uploadPicture(file, side).then(choose, () =>
      fail("The browser cannot read this file. Choose a PNG, JPEG or WebP picture."),
    );
    setReading(false);
  }
  return (
    <label
      className={`${buttonClass("plain", "small")} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2`}
    >
      {busy || reading ? "Storing …" : label}
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
    </label>
  );
}
