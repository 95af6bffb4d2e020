import { AppError } from '../../../errors.ts'
import { addressForPeople } from '../../people/address.ts'
import type { Consenting } from './apps.ts'

/** Where a platform sends people back to: what its console has to list, to the letter. */
export function redirectUriOf(publicUrl: string, platform: string): string {
  return `${addressForPeople(publicUrl)}/connect/${platform}/callback`
}

/** The page of ours on which somebody sees what they are about to connect, and to which company. */
export function connectPage(
  publicUrl: string,
  platform: string,
  { isSandbox, connectionId }: { isSandbox: boolean; connectionId?: number },
): string {
  const search = new URLSearchParams({
    ...(isSandbox ? { sandbox: 'true' } : {}),
    ...(connectionId === undefined ? {} : { connectionId: String(connectionId) }),
  }).toString()
  return `${addressForPeople(publicUrl)}/connect/${platform}${search ? `?${search}` : ''}`
}

/** Refuses an address to which the platform would send nobody back, before anybody goes there. */
export function requireReachable({ platform, oauth }: Consenting, redirectUri: string): void {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:') return
  if (oauth.allowsLoopback && hostname === 'localhost') return
  const text = `${platform.title} sends people back to https addresses alone${oauth.allowsLoopback ? ', or to http://localhost' : ''}, and this service is at ${redirectUri}. Set PUBLIC_URL to an https address that leads here, and list that address in the app's console.`
  throw new AppError('conflict', text, { platform: platform.name, redirectUri })
}
