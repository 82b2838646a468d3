"use client";

import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";

export interface LinkValues {
  label: string;
  url: string;
}

const maxLinks = 6;

/** The links of the public page: each with a label and an address, removed and added one by one. */
export function LinkFields({ links, change }: { links: LinkValues[]; change: (links: LinkValues[]) => void }) {
  const set = (index: number, part: Partial<LinkValues>) =>
    change(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-13">Links</legend>
      {links.length === 0 && (
        <p className="mb-3 text-13 text-muted">None yet. Add the manual, the source code or a page for support.</p>
      )}
      <ul className="space-y-4">
        {links.map(({ label, url }, index) => (
          <li key={index} className="grid items-end gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
            <Field
              label={`Label of link ${index + 1}`}
              name={`label of link ${index + 1}`}
              value={label}
              onChange={({ target }) => set(index, { label: target.value })}
              required
              maxLength={40}
            />
            <Field
              label={`Address of link ${index + 1}`}
              name={`url of link ${index + 1}`}
              type="url"
              value={url}
              onChange={({ target }) => set(index, { url: target.value })}
              required
              placeholder="https://"
            />
            <Button
              variant="quiet"
              className="justify-self-start"
              aria-label={`Remove link ${index + 1}`}
              onClick={() => change(links.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {links.length < maxLinks && (
        <Button size="small" className="mt-3" onClick={() => change([...links, { label: "", url: "" }])}>
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
