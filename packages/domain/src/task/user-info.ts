/** The name and password in an address, for its origin alone; encoded as the address has them. */
export interface UserInfo {
  origin: string;
  username: string;
  password: string;
}

/** Under this name it is kept among the variables given at creation, encrypted with them. No variable is named so. */
export const userInfoName = "";

/** An absolute URL without its user information, which is returned beside it. Any other text comes back as it is. */
export function splitUserInfo(address: string): { address: string; userInfo: UserInfo | undefined } {
  const url = address.includes("@") ? URL.parse(address) : null;
  if (!url || (url.username === "" && url.password === "")) return { address, userInfo: undefined };
  const { origin, username, password } = url;
  url.username = url.password = "";
  return { address: url.href, userInfo: { origin, username, password } };
}

/** The address as a browser signs in by it, if it is of that origin. */
export function withUserInfo(address: string, userInfo: UserInfo | undefined): string {
  const url = userInfo && URL.parse(address);
  if (!url || url.origin !== userInfo.origin || url.username !== "" || url.password !== "") return address;
  url.username = userInfo.username;
  url.password = userInfo.password;
  return url.href;
}

/** A text without the user information of any address in it. */
export function withoutUserInfo(text: string): string {
  return text.replace(/(\bhttps?:[\\/]{2})[^\s\\/?#"<>]*@/gi, "$1");
}
