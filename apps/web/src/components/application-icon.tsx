/** An application's icon or, if it has none, the initials of its name. */
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
  return words.map((word) => [...word][0]?.toLocaleUpperCase("en") ?? "").join("");
}
