import { firstLate, firstTask } from "@gatepost/contract/first-task";
import { methods } from "@gatepost/contract/methods";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/control-classes.ts";
import { isSignedIn } from "../../trpc/server.tsx";

/** Tells somebody who followed a bare address what runs here. */
export default async function Home() {
  const signedIn = await isSignedIn();
  return (
    <>
      <div className="grid items-center gap-12 lg:grid-cols-[5fr_6fr] lg:gap-16">
        <div>
          <h1 className="font-semibold text-28 tracking-tight sm:text-40">
            Tasks that wait for the value you do not have yet
          </h1>
          <p className="mt-6 max-w-prose text-16 text-muted">
            One JSON call runs a named template in a real browser. When it needs a code, an approval or a number, the
            task waits, and continues as soon as you push the value.
          </p>
          <p className="mt-4 max-w-prose text-16 text-muted">
            Register the programs that use this service as applications to see their tasks, errors, views, downloads,
            users and earnings, day by day.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a href={signedIn ? "/dashboard" : "/sign-up"} className={buttonClass("main")}>
              {signedIn ? "Open the dashboard" : "Create an account"}
            </a>
            <a href="/docs" className={buttonClass()}>
              Read the documentation
            </a>
          </div>
        </div>
        <ol aria-label="How a task runs" className="rounded-panel border border-line bg-panel px-5 py-2">
          <Exchange mark="→" variant="text-accent" title="/createTask">
            “{firstTask.templateName}”, with <code className="font-mono text-13">{firstLate}</code> to be pushed later
          </Exchange>
          <Exchange mark="●" variant="text-waits" title="The browser waits">
            at the page that asks for the code, for as long as its template allows
          </Exchange>
          <Exchange mark="→" variant="text-accent" title="/pushAntiGateVariable">
            the code as soon as you have it, from a program or typed by a person
          </Exchange>
          <Exchange mark="✓" variant="text-ready" title="Succeeded">
            the page, its cookies and a screenshot; the task also appears on the owner's chart
          </Exchange>
        </ol>
      </div>
      <section aria-labelledby="methods" className="mt-16">
        <h2 id="methods" className="font-semibold text-16">
          The JSON methods, all called with POST
        </h2>
        <dl className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {Object.values(methods).map(({ name, summary }) => (
            <div key={name} className="relative rounded-panel border border-line bg-panel p-4 hover:border-muted">
              <dt className="font-mono text-13">
                <a
                  href={`/docs/reference#${name}`}
                  className="rounded-field after:absolute after:inset-0 after:content-['']"
                >
                  /{name}
                </a>
              </dt>
              <dd className="mt-1 text-muted">{summary}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4">
          <a href="/openapi.json" className="text-accent underline underline-offset-4 hover:text-accent-strong">
            Full description as OpenAPI 3.1
          </a>
        </p>
      </section>
    </>
  );
}

interface ExchangeProps {
  mark: string;
  variant: string;
  title: string;
  children: ReactNode;
}

function Exchange({ mark, variant, title, children }: ExchangeProps) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] border-line border-b py-4 last:border-b-0">
      <span aria-hidden="true" className={variant}>
        {mark}
      </span>
      <div>
        <p className={`font-semibold ${title.startsWith("/") ? "font-mono text-13" : ""}`}>{title}</p>
        <p className="mt-0.5 text-muted">{children}</p>
      </div>
    </li>
  );
}
