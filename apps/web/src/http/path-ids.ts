/** The number in a part of an address; undefined if no row can have it as its id. */
const idIn = (text: unknown, largest: number): number | undefined => {
  const id = typeof text === "string" && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : largest + 1;
  return id <= largest ? id : undefined;
};

export const softIdIn = (text: unknown): number | undefined => idIn(text, 2 ** 31 - 1);

export const taskIdIn = (text: unknown): number | undefined => idIn(text, Number.MAX_SAFE_INTEGER);
