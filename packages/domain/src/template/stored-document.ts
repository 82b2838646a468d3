import type { TemplateDocument, WrittenTemplate } from "@gatepost/contract/steps";

/**
 * The document of a stored template version, with every parameter in its long form. It was validated when it was saved, and
 * everything that was valid once stays valid, so it is read without validation.
 */
export function storedDocument(document: unknown): TemplateDocument {
  return document as TemplateDocument;
}

/** The same as its author wrote it, which is stored only where it is different. */
export function writtenDocument({ document, written }: { document: unknown; written: unknown }): WrittenTemplate {
  return (written ?? document) as WrittenTemplate;
}
