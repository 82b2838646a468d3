"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../components/panel.tsx";

/** Loaded when somebody asks for it, because few do. */
export const LoadedLivePage = dynamic(() => import("./live-page.tsx").then(({ LivePage }) => LivePage), {
  loading: () => <Skeleton className="aspect-video w-full" />,
});
