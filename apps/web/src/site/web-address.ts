/**
 * Whether an address is an absolute one of the web, without a user name or password that would disguise its host. The
 * slashes are required, because a browser reads `https:name` as a path of the page's own site.
 */
export function isWebAddress(address: string): boolean {
  const parsed = URL.parse(address);
  return parsed !== null && /^https?:\/\//i.test(address) && !parsed.username && !parsed.password;
}
