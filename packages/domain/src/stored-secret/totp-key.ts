import { Secret, TOTP, URI } from "otpauth";

/** Of RFC 4226, whose numbers have 31 bits. */
const maxDigits = 10;

/** The key of one-time codes (RFC 6238) that a text holds, Base32 or an otpauth URI; undefined if it is neither. */
export function readTotpKey(text: string): TOTP | undefined {
  const key = parse(text.trim());
  return key instanceof TOTP && key.secret.bytes.length > 0 && key.digits <= maxDigits ? key : undefined;
}

function parse(text: string) {
  try {
    if (/^otpauth:/i.test(text)) return URI.parse(text);
    return new TOTP({ secret: Secret.fromBase32(text.replace(/[\s-]/g, "")) });
  } catch {
    return undefined;
  }
}
