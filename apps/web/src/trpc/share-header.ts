/** The header by which a shared dashboard names its link. */
export const shareHeader = "x-gatepost-share";
