import type { TemplateDocument } from "@gatepost/contract/steps";

/**
 * The document of a stored template version. It was validated when it was saved, and everything that was valid once
 * stays valid, so it is read without validation.
 */
export function storedDocument(document: unknown): TemplateDocument {
  return document as TemplateDocument;
}
