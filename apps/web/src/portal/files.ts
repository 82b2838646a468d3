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
