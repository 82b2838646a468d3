/** How many applications the list shows at once: each brings two weeks of numbers. */
export const applicationsShown = 20;
