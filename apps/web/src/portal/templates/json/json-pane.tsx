"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../../../components/notice.tsx";

/** The document as JSON. CodeMirror is loaded when it is shown. */
export const JsonPane = dynamic(() => import("./json-editor.tsx").then((module) => module.JsonEditor), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full" />,
});
