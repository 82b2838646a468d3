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
