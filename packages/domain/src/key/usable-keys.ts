/** What is true of a row `k` of api_key that may still be used, its account aside. */
export const keyIsUsable = `(k.revoked_at is null or k.revoked_at > now()) and (k.expires_at is null or k.expires_at > now())`;

/**
 * The keys that a batch's `input` was sent with (`key_id`), as far as they may still be used: by primary keys. A
 * statement that joins them proves the key in its own round trip, so a key that was revoked a moment ago does nothing.
 */
export const usableKeys = `
      select k.id, k.account_id from api_key k join account a on a.id = k.account_id
       where k.id in (select key_id from input)
         and ${keyIsUsable}
         and a.suspended_at is null`;
