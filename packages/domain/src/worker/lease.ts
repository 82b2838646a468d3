/** How long a worker's lease lasts, and how often it is renewed: two renewals may fail before tasks are taken away. */
export const leaseSeconds = 15;
export const renewSeconds = 5;
