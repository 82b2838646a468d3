/** The headers of an email that a link ends. `name` is the same for every attempt, so that mail programs show one that was sent twice once. */
export function listHeaders(unsubscribe: string, name: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
    "Message-ID": `<${name}@${new URL(unsubscribe).hostname}>`,
  };
}
