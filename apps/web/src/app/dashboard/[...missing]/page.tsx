import { notFound } from "next/navigation";

export const metadata = { title: "Not found" };

/** For addresses within the portal that no other route matches. */
export default function Missing(): never {
  notFound();
}
