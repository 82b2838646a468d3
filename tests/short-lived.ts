/**
 * Options of Node.js for processes that tests start. Most live for a second or a few: code of Prisma's WebAssembly is not
 * compiled a second time, which would take each of them a third of a second of processor time.
 */
export const shortLived = ["--liftoff-only"];
