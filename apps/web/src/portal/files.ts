import { useMutation } from "@tanstack/react-query";

/** A file has the latest ones. */
const maxItems = 10_000;

interface CsvFile<Item> {
  name: string;
  /** What its lines are, such as "commissions". */
  items: string;
  read: (cursor: number | undefined) => Promise<{ items: readonly Item[]; next: number | null }>;
  toCsv: (items: Item[]) => string;
  /** Shown if there are more items than a file has. */
  cutText: string;
}

/** Downloads all items of a list as CSV, page by page. `said` is what went wrong or was left out. */
export function useSavedCsv<Item>({ name, items: what, read, toCsv, cutText }: CsvFile<Item>) {
  const saving = useMutation({
    async mutationFn() {
      const items: Item[] = [];
      let cursor: number | null | undefined;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(cursor ?? undefined);
        items.push(...page.items);
        cursor = page.next;
      } while (cursor !== null && items.length < maxItems);
      saveFile(name, new Blob([toCsv(items)], { type: "text/csv;charset=utf-8" }));
      return cursor === null ? "" : cutText;
    },
  });
  const failed = saving.isError ? `The ${what} could not be read. Check your connection and try again.` : "";
  return { save: () => saving.mutate(), busy: saving.isPending, said: saving.data ?? failed };
}

export function dataUrlOf(file: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, fail) => {
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}

export const base64Of = async (file: Blob): Promise<string> => (await dataUrlOf(file)).split(",")[1] ?? "";

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
