import { openAccount } from '../../../../core/connections/accounts.ts'
import type { OpenAccount } from '../../../../core/connections/accounts.ts'
import { openOwner, entityWords } from '../../../../core/connections/owner.ts'
import type { Reading } from '../../../../core/connections/owner.ts'
import type { AccountDeps } from '../../../../core/deps.ts'
import { brokenRules, notFound } from '../../../../errors.ts'
import type { EntityRef } from '../../../../platforms/contract/manage.ts'

/** These paths belong to one platform. */
export const ours = 'snapchat'

/** The account, which must be one of this platform. */
export async function openHere(deps: AccountDeps, context: Reading, accountId: string): Promise<OpenAccount> {
  const opened = await openAccount(deps, context, accountId)
  if (opened.platform.name === ours) return opened
  const message = `is an account of ${opened.platform.name}; use the endpoints of that platform`
  throw brokenRules([{ path: 'accountId', message }])
}

/** The account that holds an entity of this platform. */
export async function openOwnerHere(
  deps: AccountDeps,
  context: Reading,
  { entity, accountId }: { entity: EntityRef; accountId: string | undefined },
): Promise<OpenAccount> {
  if (accountId !== undefined) return openHere(deps, context, accountId)
  const opened = await openOwner(deps, context, { entity, accountId })
  if (opened.platform.name !== ours) throw notFound(entityWords[entity.type], entity.id)
  return opened
}
