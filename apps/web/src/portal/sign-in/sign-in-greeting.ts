const greetings = {
  "sign-up": {
    tone: "waits",
    text: "If this address had no account, one was created. Sign in with your password.",
  },
  reset: {
    tone: "ready",
    text: "Your password was changed, and all your devices were signed out. Sign in with the new password.",
  },
  deleted: { tone: "ready", text: "Deleted. You can no longer sign in with that email address and password." },
} as const;

export type Greeting = (typeof greetings)[keyof typeof greetings];

/** What the sign-in page shows to somebody whom another page sent there. */
export function greetingOf(from: unknown): Greeting | undefined {
  return Object.entries(greetings).find(([name]) => name === from)?.[1];
}
