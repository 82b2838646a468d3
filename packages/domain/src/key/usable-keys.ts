/** What is true of a row `k` of api_key that may still be used, its account aside. */
export const keyIsUsable = `(k.revoked_at is null or k.revoked_at > now()) and (k.expires_at is null or k.expires_at > now())`;
