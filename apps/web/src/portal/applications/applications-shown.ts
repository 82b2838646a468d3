/** How many applications one request of the list reads: as many as an account may have by default. */
export const applicationsShown = 100;
