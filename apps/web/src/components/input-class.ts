export const inputBox =
  "w-full rounded-field border border-line bg-panel px-3 text-14 text-ink placeholder:text-muted aria-invalid:border-failed";
export const inputClass = `${inputBox} h-10`;
