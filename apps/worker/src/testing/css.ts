/** The selector of a step. */
export const css = (selector: string) => ({ selector: { permanent: selector } });
