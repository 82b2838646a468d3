import { methods } from "@gatepost/contract/methods";

/** What runs here, for somebody who followed a bare address. */
export default function Home() {
  return (
    <div className="grid gap-12 lg:grid-cols-[5fr_6fr] lg:gap-16">
      <div>
        <h1 className="font-semibold text-28 tracking-tight sm:text-40">
          Tasks that wait for the value you do not have yet
        </h1>
        <p className="mt-6 max-w-prose text-16 text-muted">
          One JSON call runs a named template in a real browser. Where a code, an approval or a number is missing, the
          task waits; it goes on the moment you push the value.
        </p>
        <p className="mt-4 max-w-prose text-16 text-muted">
          Programs that use this service are registered as applications, and their owners read what happened: tasks,
          errors, views, downloads, users and money, day by day.
        </p>
      </div>
      <section aria-labelledby="methods">
        <h2 id="methods" className="text-13 text-muted">
          The JSON methods, all called with POST
        </h2>
        <dl className="mt-3 divide-y divide-line rounded-panel border border-line bg-panel">
          {Object.values(methods).map(({ name, summary }) => (
            <div key={name} className="flex flex-col gap-x-4 px-4 py-3 sm:flex-row sm:items-baseline">
              <dt className="shrink-0 font-mono text-13 sm:w-52">/{name}</dt>
              <dd className="text-muted">{summary}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4">
          <a href="/openapi.json" className="text-accent underline underline-offset-4 hover:text-accent-strong">
            Full description as OpenAPI 3.1
          </a>
        </p>
      </section>
    </div>
  );
}
