const greetings = {
  "sign-up": {
    tone: "waits",
    text: "If this address had no account, it has one now. Sign in with your password.",
  },
  reset: {
    tone: "ready",
    text: "Your new password is set, and everybody who was signed in as you is signed out. Sign in with it.",
  },
  deleted: { tone: "ready", text: "Deleted. Nobody can sign in with that address and password any more." },
} as const;

export type Greeting = (typeof greetings)[keyof typeof greetings];

/** What somebody is told who is led to the sign-in page by another one. */
export function greetingOf(from: unknown): Greeting | undefined {
  return typeof from === "string" && Object.hasOwn(greetings, from)
    ? greetings[from as keyof typeof greetings]
    : undefined;
}
