/** Where people open the dashboard. Passkeys belong to a name, so this machine is called by its name. */
export function addressForPeople(publicUrl: string): string {
  const url = new URL(publicUrl)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === '0.0.0.0') url.hostname = 'localhost'
  return url.href.replace(/\/+$/, '')
}

/** Where somebody who is signed in, or signs in there, decides what waits for approval. */
export function approvalPageOf(publicUrl: string, approvalId: number): string {
  return `${addressForPeople(publicUrl)}/approvals/${approvalId}`
}
