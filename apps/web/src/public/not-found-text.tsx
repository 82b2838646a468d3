/** What somebody reads who opens an address that leads nowhere. */
export function NotFoundText() {
  return (
    <div className="max-w-prose">
      <h1 className="font-semibold text-28 tracking-tight">Page not found</h1>
      <p className="mt-4 text-16 text-muted">
        This page does not exist, was moved, or is not published. Check the address, or go to the home page.
      </p>
      <p className="mt-6">
        <a href="/" className="text-accent underline underline-offset-4 hover:text-accent-strong">
          Home page
        </a>
      </p>
    </div>
  );
}
