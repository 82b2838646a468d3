/** See progress.mjs. */
export function phase<Result>(title: string, work: (say: (detail: string) => void) => Promise<Result>): Promise<Result>;
