/** Prices that are remembered. Where more are in use, the rotation of the one served longest ago starts anywhere. */
const maxPrices = 100;

/** Whose task a worker claimed last at each price. Its next claim goes on with the account after that one. */
export class Rotation {
  readonly #last = new Map<bigint, number>();

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
