/** How many applications the list shows at once. Each needs two weeks of numbers. */
export const applicationsShown = 20;
