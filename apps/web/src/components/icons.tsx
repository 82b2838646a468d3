export function ApplicationIcon({ softId, name, icon }: { softId: number; name: string; icon: string | null }) {
  const shape = "size-10 shrink-0 rounded-field border border-line";
  if (icon) return <img src={`/apps/${softId}/icon?v=${icon}`} alt="" className={`${shape} bg-panel object-contain`} />;
  return (
    <span
      aria-hidden="true"
      className={`${shape} flex items-center justify-center bg-raised font-semibold text-14 text-accent`}
    >
      {initials(name)}
    </span>
  );
}

/** `DE` for `Demo Exporter`, by characters as people see them. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean).slice(0, 2);
  // Only where it is needed: a first segmenter takes a phone so long that P10's performance falls from 97 points to 91.
  const characters = /^[ -~]*$/.test(name) ? undefined : new Intl.Segmenter("en");
  const first = (word: string) => (characters ? [...characters.segment(word)][0]?.segment : word[0]) ?? "";
  return words.map((word) => first(word).toLocaleUpperCase("en")).join("");
}

/** The logo: a post with a slot, in one stroke weight. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <path d="M7 21.5V6a5 5 0 0 1 10 0v15.5" strokeLinecap="round" />
      <path d="M4 21.5h16" strokeLinecap="round" />
      <path d="M10 9.5h4" strokeLinecap="round" className="text-accent" stroke="currentColor" />
    </svg>
  );
}
