import type { TemplateDocument } from "@gatepost/contract/steps";

/**
 * The document of a template version as it is stored. It was validated when it was saved, and everything that was valid
 * once stays valid, so that reading it again trusts the database.
 */
export function storedDocument(document: unknown): TemplateDocument {
  return document as TemplateDocument;
}
