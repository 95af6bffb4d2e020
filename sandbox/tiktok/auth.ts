import type { SimRequest } from '../core/simulator.ts'
import { tenantOfToken } from '../core/tenants.ts'
import type { World } from './world.ts'
import { TikTokError } from './errors.ts'

export const defaultToken = 'sandbox-tiktok-token'
export const app = { id: '7100000000000000001', secret: 'sandbox-tiktok-secret' }

/** The company behind the call, or the platform's refusal. A word before the token makes it an unknown one. */
export function authenticate(world: World, request: SimRequest): { token: string; tenant: string } {
  const header = request.headers['access-token']
  const token = Array.isArray(header) ? header[0] : header
  if (!token)
    throw new TikTokError(40104, 'Access token is null, you should set it in http header with key Access-Token.')
  const tenant = tenantOfToken(token, defaultToken)
  if (tenant === undefined || world.revoked.get(token))
    throw new TikTokError(40105, 'Access token is incorrect or has been revoked.')
  const { tokenEndsAt } = world.settings()
  if (tokenEndsAt > 0 && world.now() >= tokenEndsAt * 1000) throw new TikTokError(40102, 'Access token has expired.')
  return { token, tenant }
}

export function checkApp(params: Record<string, unknown>): void {
  if (String(params['app_id']) !== app.id || params['secret'] !== app.secret)
    throw new TikTokError(40113, 'App id or secret is incorrect.')
}
