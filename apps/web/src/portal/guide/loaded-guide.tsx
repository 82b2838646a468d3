"use client";

import dynamic from "next/dynamic";

/** Loaded only for users who have not dismissed it. */
export const LoadedGuide = dynamic(() => import("./guide.tsx").then((module) => module.Guide));
