import { DomainError } from "@gatepost/domain/errors";

/** Counts what each account has open in this process at once. */
export class AccountLimit {
  readonly #max: number;
  readonly #refusal: string;
  readonly #open = new Map<number, number>();

  /** `refusal`: says what there are `max` of, and what to do. */
  constructor(max: number, refusal: string) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /** Counts one more until it is disposed of. ERROR_TOO_MANY_REQUESTS if the account has `max`. */
  open(accountId: number): Disposable {
    const count = this.#open.get(accountId) ?? 0;
    if (count >= this.#max) throw new DomainError("ERROR_TOO_MANY_REQUESTS", this.#refusal);
    this.#open.set(accountId, count + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#open.get(accountId) ?? 1) - 1;
        if (left > 0) this.#open.set(accountId, left);
        else this.#open.delete(accountId);
      },
    };
  }
}
