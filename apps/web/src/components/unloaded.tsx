"use client";

import type { ComponentType } from "react";
import { scrollTo } from "./page-hooks.ts";
import { Notice } from "./panel.tsx";

/**
 * For parts of a page that are loaded when they are shown. One whose file does not come, because the service cannot be reached or was
 * updated since, says so in its place: otherwise React would remove the whole page, with what was typed into it.
 */
export const orUnloaded = <Props,>(loading: Promise<ComponentType<Props>>): Promise<ComponentType<Props>> =>
  loading.catch(() => Unloaded);

const Unloaded = () => (
  <div ref={scrollTo}>
    <Notice tone="failed">This could not be loaded. Copy what you have typed, then reload the page.</Notice>
  </div>
);
