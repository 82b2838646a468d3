import pg from "pg";

const INT8 = 20;
const INT8_ARRAY: number = 1016;

/** An int8 as a number if a number holds it exactly, otherwise as a bigint. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function parseInt8Array(text: string): (number | bigint | null)[] {
  const texts = pg.types.getTypeParser(INT8_ARRAY)(text) as (string | null)[];
  return texts.map((one) => (one === null ? null : parseInt8(one)));
}

/**
 * Type parsers for one pool: int8 becomes a number (our ids and amounts stay below 2^53), the rest as pg does it.
 * Prisma passes its own parsers with each query, so these do not affect it.
 */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (format !== "binary" && oid === INT8) return parseInt8;
    if (format !== "binary" && oid === INT8_ARRAY) return parseInt8Array;
    return pg.types.getTypeParser(oid, format as "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/** Type parsers for typed statements: int8 becomes a bigint, as with Prisma, and the rest as pg does it. */
export const bigintTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (format !== "binary" && oid === INT8) return BigInt;
    if (format !== "binary" && oid === INT8_ARRAY) return parseBigints;
    return pg.types.getTypeParser(oid, format as "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

function parseBigints(text: string): (bigint | null)[] {
  const texts = pg.types.getTypeParser(INT8_ARRAY)(text) as (string | null)[];
  return texts.map((one) => (one === null ? null : BigInt(one)));
}
