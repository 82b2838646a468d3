import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { canonicalJson } from "./exact-json.ts";

export type Bound = readonly [accountId: number, taskId: number, name: string];

const nonceBytes = 12;
const tagBytes = 16;

export type Vault = ReturnType<typeof createVault>;

/**
 * The vault of one installation, which encrypts what must not be readable from the database alone. `bound` names what a secret
 * belongs to, and is required to decrypt it. The secret is any string of at least 32 characters; keys are derived by
 * HKDF-SHA-256.
 */
export function createVault(secret: string) {
  if (secret.length < 32) throw new Error("GATEPOST_SECRET must have at least 32 characters.");
  const sealing = derive(secret, "gatepost seal v1");
  const hashing = derive(secret, "gatepost fingerprint v1");

  /** As `open`, for what is not text. */
  function openBytes(sealed: Uint8Array, bound: Bound): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(JSON.stringify(bound)))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  }

  return {
    /** AES-256-GCM with a fresh nonce. */
    seal(plain: string | Uint8Array, bound: Bound): Buffer {
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce).setAAD(Buffer.from(JSON.stringify(bound)));
      const body = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
      // Empty in this mode, whose tag is there only afterwards.
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    /** Throws if the bytes were changed, or belong to another account, task or name. */
    open: (sealed: Uint8Array, bound: Bound) => openBytes(sealed, bound).toString("utf8"),
    openBytes,
    /** A keyed hash by which two equal JSON values that are bound to the same are recognised without decryption. */
    fingerprint(value: unknown, bound: Bound): Buffer {
      return createHmac("sha256", hashing).update(JSON.stringify(bound)).update(canonicalJson(value)).digest();
    },
  };
}

/** Random bytes, each used once. Requested from the system many at a time: a request for 12 takes 2 µs, and createTask encrypts several. */
let nonces = Buffer.alloc(0);

function nextNonce(): Buffer {
  if (nonces.length < nonceBytes) nonces = randomBytes(nonceBytes * 512);
  const nonce = nonces.subarray(0, nonceBytes);
  nonces = nonces.subarray(nonceBytes);
  return nonce;
}

/** As a KeyObject, because createCipheriv and createHmac would create one from bytes each time. */
function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync("sha256", createHash("sha256").update(secret).digest(), "", purpose, 32)),
  );
}

/** A token of a link: 190 random bits, in letters that need no escape in a URL. */
export const newToken = () => randomBytes(24).toString("base64url");

/** The stored hash of a link's token. The token is random, so it needs no slow hash. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

export function isTokenShaped(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{32}$/.test(text);
}
