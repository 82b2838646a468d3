/** Number of prices whose rotation is kept. If more are in use, the rotation of the least recently served one restarts. */
const maxPrices = 100;

/** The account whose task a worker claimed last at each price. Its next claim continues with the account after it. */
export class Rotation {
  readonly #last = new Map<bigint, number>();
  /** Whether the queue had more tasks after the last claim that found one, claimable or not. */
  more = true;

  get prices(): bigint[] {
    return [...this.#last.keys()];
  }

  get accountIds(): number[] {
    return [...this.#last.values()];
  }

  moveTo({ price, accountId }: { price: bigint; accountId: number }): void {
    this.#last.delete(price);
    this.#last.set(price, accountId);
    const [oldest] = this.#last.keys();
    if (this.#last.size > maxPrices && oldest !== undefined) this.#last.delete(oldest);
  }
}
