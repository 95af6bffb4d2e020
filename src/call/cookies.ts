import { pathIn } from '../config/address.ts'
import { AppError } from '../errors.ts'
import { sessionDays } from '../core/people/sessions/sessions.ts'

const plainName = 'flightdeck_session'

/**
 * Over HTTPS a name that browsers take from this very host alone: no neighbour can plant a session of its own under it. Below a path there
 * is no such name: it is for cookies of the whole host alone, and those go to whatever else lives there.
 */
export function sessionCookie(publicUrl: string): string {
  if (!isSealed(publicUrl)) return plainName
  return `${pathIn(publicUrl) === '' ? '__Host-' : '__Secure-'}${plainName}`
}

function isSealed(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

/** The cookies of a request; the first of two with the same name. */
export function cookiesIn(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    if (name !== '' && !Object.hasOwn(cookies, name)) cookies[name] = pair.slice(at + 1).trim()
  }
  return cookies
}

/** No script reads it, no other site's page sends it along, and over HTTPS it travels sealed alone. */
export function keepSession(token: string, publicUrl: string): string {
  return `${sessionCookie(publicUrl)}=${token}; Max-Age=${sessionDays * 86_400}; ${rules(publicUrl, 'Strict')}`
}

export function dropSession(publicUrl: string): string {
  return `${sessionCookie(publicUrl)}=; Max-Age=0; ${rules(publicUrl, 'Strict')}`
}

/** What must come back from another site's page: the way through an identity provider. */
export function keepShortly(name: string, value: string, publicUrl: string): string {
  return `${name}=${value}; Max-Age=600; ${rules(publicUrl, 'Lax')}`
}

function rules(publicUrl: string, sameSite: 'Strict' | 'Lax'): string {
  return `Path=${pathIn(publicUrl) || '/'}; HttpOnly; SameSite=${sameSite}${isSealed(publicUrl) ? '; Secure' : ''}`
}

/** The cookie of a session that has ended is taken away with the answer that says so. */
export function signedOut(publicUrl: string): AppError {
  const text =
    'You are not signed in any more. Sign in again, or send an API key in the header "Authorization: Bearer ak_...".'
  return new AppError('unauthorized', text, { reason: 'session' }, { 'set-cookie': dropSession(publicUrl) })
}
