/** The header with the token of a shared dashboard's link. */
export const shareHeader = "x-gatepost-share";
