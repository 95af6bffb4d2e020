import { appOfToken, heldToken, problemOf } from '../auth.ts'
import { app } from '../app.ts'
import type { GraphCall } from '../call.ts'
import { GraphError, missingParameter, unknownNode } from '../errors.ts'
import { allScopes } from '../graph/access/scopes.ts'
import { userId } from '../graph/access/tenant-ids.ts'
import { isGiven, requiredText } from '../graph/params.ts'

const dataAccessMs = 90 * 86_400_000
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** GET /debug_token: what a token is, told to its app. */
export function debugToken(call: GraphCall): object {
  if (!isGiven(call.params, 'input_token')) throw missingParameter('input_token')
  const held = heldToken(call.world, requiredText(call.params, 'input_token'))
  const asking = appOfToken(call.world, call.token)
  if (!held) {
    const error = { code: 190, message: 'Invalid OAuth access token.' }
    return { data: { app_id: asking?.id ?? app.id, is_valid: false, error, scopes: [] } }
  }
  const { owner, created, ends } = held
  if (asking && asking.id !== owner.app)
    throw new GraphError({
      code: 100,
      message: '(#100) The App_id in the input_token did not match the Viewing App',
    })
  const { subcode, message } = problemOf(held) ?? {}
  const isShipped = created === 0
  const scopes = owner.scopes.filter((scope) => !isDeclined(call, scope))
  return {
    data: {
      app_id: owner.app,
      type: isShipped ? 'SYSTEM_USER' : 'USER',
      application: app.name,
      expires_at: seconds(ends ?? 0),
      data_access_expires_at: isShipped ? 0 : seconds(owner.created + dataAccessMs),
      is_valid: message === undefined,
      ...(message === undefined ? {} : { error: { code: 190, subcode, message } }),
      ...(isShipped ? {} : { issued_at: seconds(created) }),
      scopes,
      granular_scopes: granularScopes(call, owner, isShipped),
      user_id: userId(owner.tenant, owner.person),
    },
  }
}

function isDeclined({ world }: GraphCall, scope: string): boolean {
  return (world.settings().declinedScopes as readonly string[]).includes(scope)
}

/** Which accounts a permission is for; none are named where it is for all. */
function granularScopes(
  { world }: GraphCall,
  { scopes, accounts, tenant }: { scopes: string[]; accounts: string[] | null; tenant: string },
  isShipped: boolean,
): object[] {
  const named = accounts?.map((id) => id.replace('act_', ''))
  if (isShipped) {
    const all = world.accounts.lookup('tenant', tenant).map(({ account_id: id }) => id)
    return [{ scope: 'ads_management', target_ids: all }]
  }
  return scopes
    .filter((scope) => scope !== 'public_profile' && scope !== 'email')
    .map((scope) => (scope.startsWith('ads_') && named ? { scope, target_ids: named } : { scope }))
}

/** DELETE /{user}/permissions takes everything back, /permissions/{name} one of them. */
export function removePermissions(call: GraphCall, id: string, name: string | undefined): object {
  const held = heldToken(call.world, call.token)
  if (!held || (id !== 'me' && id !== userId(held.owner.tenant, held.owner.person))) throw unknownNode(id, call.method)
  const { grants } = call.world
  for (const grant of [held.owner, ...grants.standing(held.owner)]) {
    if (name === undefined) grants.revokeGrant(grant)
    else if (held.created > 0)
      grants.changeGrant({
        ...grant,
        scopes: grant.scopes.filter((scope) => scope !== name),
        declined: [...new Set([...grant.declined, name])],
      })
  }
  return { success: true }
}

/** /me/permissions */
export function permissionsOf(call: GraphCall): { permission: string; status: string }[] {
  const held = heldToken(call.world, call.token)
  const { scopes, declined } = held?.owner ?? { scopes: [...allScopes], declined: [] }
  const say = (permission: string, isGranted: boolean) => ({ permission, status: isGranted ? 'granted' : 'declined' })
  return [...scopes.map((scope) => say(scope, !isDeclined(call, scope))), ...declined.map((scope) => say(scope, false))]
}
