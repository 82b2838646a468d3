import { findGroup } from "../template/pattern.ts";
import { isFrom } from "./sender.ts";

/** The part of a rule that depends on the message alone. */
interface RuleOfMessage {
  sender: string | null;
  pattern: string;
}

/** The value that a rule finds in a message; undefined if the rule does not apply to it. */
export function findValue(rule: RuleOfMessage, message: { sender: string; text: string }): string | undefined {
  if (rule.sender !== null && !isFrom(message.sender, rule.sender)) return undefined;
  return findGroup(rule.pattern, message.text);
}
