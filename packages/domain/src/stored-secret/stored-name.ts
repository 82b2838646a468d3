/** A name as saveSecret stores it, by which a template or a call may write it in another form. */
export function storedName(name: string): string {
  return name.trim().normalize("NFC");
}
