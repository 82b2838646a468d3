/** The name and password in an address, encoded as they were; for the address's origin only. */
export interface UserInfo {
  origin: string;
  username: string;
  password: string;
}

/** Splits an absolute URL from its user information. Any other text is returned as it is. */
export function splitUserInfo(address: string): { address: string; userInfo: UserInfo | undefined } {
  const url = address.includes("@") ? URL.parse(address) : null;
  if (!url || (url.username === "" && url.password === "")) return { address, userInfo: undefined };
  const { origin, username, password } = url;
  url.username = url.password = "";
  return { address: url.href, userInfo: { origin, username, password } };
}

/** The address with user information, if it is of that origin. */
export function withUserInfo(address: string, userInfo: UserInfo | undefined): string {
  const url = userInfo && URL.parse(address);
  if (!url || url.origin !== userInfo.origin || url.username !== "" || url.password !== "") return address;
  url.username = userInfo.username;
  url.password = userInfo.password;
  return url.href;
}

/** The text without the user information of any address in it. */
export function withoutUserInfo(text: string): string {
  return text.replace(/(\bhttps?:[\\/]{2})[^\s\\/?#"<>]*@/gi, "$1");
}
