import { isLoopback } from '../control/guard.ts'
import type { ConsentSettings } from './settings.ts'

/** An app as it stands in a platform's developer console. */
export interface ConsentApp {
  id: string
  secret: string
  name: string
  /** Exact addresses; null: the callback of any installation of Flightdeck. */
  redirectUris: string[] | null
  mode: 'live' | 'testing'
  /** What the platform approved; null: all there is. */
  scopes: string[] | null
}

export interface BuiltInApp {
  id: string
  secret: string
}

/** The app of the box first, then those that `POST /_control/<platform>` registered. */
export function appsOf(
  builtIn: BuiltInApp,
  { apps, appMode, appScopes }: ConsentSettings,
): [ConsentApp, ...ConsentApp[]] {
  const usual = { redirectUris: null, mode: appMode, scopes: appScopes }
  return [
    { name: 'Flightdeck (demo app)', ...usual, ...builtIn },
    ...apps.map((app) => ({ name: `App ${app.id}`, ...usual, ...app })),
  ]
}

export function appWith(apps: readonly ConsentApp[], id: unknown, secret?: unknown): ConsentApp | undefined {
  return apps.find((app) => app.id === id && (secret === undefined || app.secret === secret))
}

interface RedirectRule {
  /** By what the service calls the platform in the address of its callback. */
  serviceName: string
  /** Whether plain http to this machine is taken. */
  takesLoopback: boolean
  /** Some platforms want a slash at the end. */
  endsWithSlash?: boolean
}

/** Whether a platform would send people there. Only an address in its usual spelling is anybody's. */
export function isRegistered(app: ConsentApp, address: string, rule: RedirectRule): boolean {
  const url = URL.parse(address)
  if (!url || url.href !== address || url.hash !== '' || url.username !== '' || url.password !== '') return false
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && rule.takesLoopback && isLocal(url))
  if (!isSafe) return false
  if (app.redirectUris) return app.redirectUris.includes(address)
  const path = `/connect/${rule.serviceName}/callback`
  const isOurs = url.pathname === path || (rule.endsWithSlash === true && url.pathname === `${path}/`)
  return isOurs && !address.includes('?')
}

function isLocal({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
