export interface EmailAddress {
  addressId: number;
  email: string;
  /** Only a confirmed address gets emails about waits. */
  state: "confirmed" | "unconfirmed" | "unsubscribed";
  /** Whether it gets an email for every wait of the account, or only for those of tasks and templates that name it. */
  everyWait: boolean;
  createdAt: Date;
}

interface Row {
  id: number;
  email: string;
  everyWait: boolean;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
  createdAt: Date;
}

export function toEmailAddress({ id, email, everyWait, confirmedAt, unsubscribedAt, createdAt }: Row): EmailAddress {
  const state = confirmedAt ? "confirmed" : unsubscribedAt ? "unsubscribed" : "unconfirmed";
  return { addressId: id, email, state, everyWait, createdAt };
}
