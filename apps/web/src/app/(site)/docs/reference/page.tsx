import { errorCodes, errors } from "@gatepost/contract/errors";
import { atDemoSite } from "@gatepost/contract/first-task";
import type { JsonSchema } from "@gatepost/contract/json-schema";
import { callLimits, operatorLimits } from "@gatepost/contract/limit-sentences";
import { errorsOf, type Method } from "@gatepost/contract/method";
import { methods } from "@gatepost/contract/methods";
import { introduction, openApi } from "@gatepost/contract/openapi";
import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ComponentProps } from "react";
import { TextLink } from "../../../../components/text-link.tsx";
import { originOf } from "../../../../http/origin.ts";
import { DocsFrame } from "../../../../public/docs/docs-frame.tsx";
import { reference } from "../../../../public/docs/pages.ts";
import { ExampleKey, SamplesPanel } from "../../../../public/docs/samples-panel.tsx";
import { demoSite } from "../../../../settings.ts";
import { isSignedIn } from "../../../../trpc/server.tsx";

export const metadata: Metadata = { title: reference.title, description: reference.summary };

type Schema = ComponentProps<typeof SchemaTable>["schema"];
const { components } = openApi() as unknown as {
  components: { schemas: Record<string, Schema> };
};

const contents = [
  ...Object.values(methods).map(({ name }) => ({ href: `#${name}`, title: name, code: true })),
  { href: "#errors", title: "Errors" },
  { href: "#limits", title: "Limits" },
];

/** Rendered from the document that /openapi.json serves. */
export default async function ReferencePage() {
  const origin = originOf(new Headers(await headers()));
  return (
    <DocsFrame page={reference} title={reference.title} contents={contents}>
      <p className="mb-6 max-w-prose text-muted">
        {introduction.replaceAll("`", "")} For programs: <TextLink href="/openapi.json">OpenAPI 3.1</TextLink>.
      </p>
      <ExampleKey signedIn={await isSignedIn()}>
        {Object.values(methods).map((method) => (
          <MethodSection key={method.name} method={method} origin={origin} />
        ))}
      </ExampleKey>
      <section id="errors" className="mt-14">
        <h2 className="font-semibold text-20">Errors</h2>
        <p className="mt-2 text-muted">
          A failed call returns errorId, errorCode and an errorDescription that says what to change.
        </p>
        <ErrorList codes={errorCodes} anchors />
      </section>
      <section id="limits" className="mt-14">
        <h2 className="font-semibold text-20">Limits</h2>
        <p className="mt-2 text-muted">A call that exceeds a limit is refused with an error that names the limit.</p>
        <LimitList sentences={callLimits} />
        <p className="mt-4 text-muted">The operator of this installation may have changed these:</p>
        <LimitList sentences={operatorLimits} />
      </section>
    </DocsFrame>
  );
}

const whoMayCall: Record<Method["access"], string> = {
  anyone: "needs no key",
  read: "a read-only key may call it",
  change: "changes something: read-only keys are refused",
};

const keyNeeded = ({ access, right }: Method): string =>
  right === null ? whoMayCall[access] : `needs the right ${right} · ${whoMayCall[access]}`;

function MethodSection({ method, origin }: { method: Method; origin: string }) {
  const { name, summary, description, idempotent, examples } = method;
  const request = components.schemas[`${name}Request`];
  const response = components.schemas[`${name}Response`];
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="mt-14">
      <h2 id={`${name}-title`} className="font-semibold text-20">
        <span className="font-mono">{name}</span>
      </h2>
      <p className="mt-1">{summary}</p>
      <p className="mt-2 max-w-prose text-muted">{description.replaceAll("`", "")}</p>
      <p className="mt-2 text-13 text-muted">
        POST {origin}/{name} · {keyNeeded(method)}
        {idempotent && " · takes an Idempotency-Key"}
      </p>
      <div className="mt-5 space-y-6">
        <SamplesPanel origin={origin} method={name} request={atDemoSite(examples[0]?.request ?? {}, demoSite())} />
        <div>
          <h3 className="mb-2 font-semibold">Request</h3>
          {request && <SchemaTable schema={request} name={`Request of ${name}`} />}
        </div>
        <div>
          <h3 className="mb-2 font-semibold">Response</h3>
          {response && <SchemaTable schema={response} name={`Response of ${name}`} />}
        </div>
        <details>
          <summary className="cursor-pointer font-semibold">Errors of {name}</summary>
          <ErrorList codes={errorsOf(method)} />
        </details>
      </div>
    </section>
  );
}

function LimitList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="mt-3 list-disc space-y-1 pl-5 text-muted">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function ErrorList({ codes, anchors = false }: { codes: readonly (keyof typeof errors)[]; anchors?: boolean }) {
  return (
    <dl className="mt-3 divide-y divide-line border-line border-y">
      {codes.map((code) => (
        <div
          key={code}
          id={anchors ? code : undefined}
          className="grid gap-x-4 py-2 sm:grid-cols-[3rem_18rem_minmax(0,1fr)]"
        >
          <dt className="font-mono text-13 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <span className="mr-2 text-muted tabular-nums">{errors[code].id}</span>
            {code}
          </dt>
          <dd className="text-muted">{errors[code].description}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The properties of a request or response, nested ones by their path. */
export function SchemaTable({ schema, name }: { schema: JsonSchema; name: string }) {
  const rows = rowsOf(schema, "");
  if (rows.length === 0) return null;
  return (
    <dl aria-label={name} className="divide-y divide-line border-line border-y">
      {rows.map(({ path, type, required, description }) => (
        <div key={`${path} ${type}`} className="grid gap-x-4 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt>
            <span className="font-mono text-13">{path}</span>
            <span className="block text-12 text-muted">
              {type}
              {required ? "" : ", optional"}
            </span>
          </dt>
          <dd className="whitespace-pre-line text-muted">{description.replaceAll("`", "")}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Row {
  path: string;
  type: string;
  required: boolean;
  description: string;
}

function rowsOf(schema: JsonSchema, prefix: string): Row[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (!schema.properties && branches) {
    const seen = new Set<string>();
    return branches.flatMap((one) => rowsOf(one, prefix)).filter(({ path }) => !seen.has(path) && seen.add(path));
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    const inner = one.items?.properties ? rowsOf(one.items, `${path}[]`) : rowsOf(one, path);
    const row = {
      path,
      type: typeOf(one),
      required: schema.required?.includes(key) ?? false,
      description: one.description ?? "",
    };
    return [row, ...inner];
  });
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeOf))].join(" or ");
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "anything"}`;
  return schema.type === undefined ? "any JSON value" : [schema.type].flat().join(" or ");
}
