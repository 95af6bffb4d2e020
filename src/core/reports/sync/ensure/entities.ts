import { fromPlatform, AppError, PlatformError } from '../../../../errors.ts'
import { keepEntities } from '../keep/entities.ts'
import { recordEntitiesRead } from '../keep/state.ts'
import { obstacleIn, openReporting } from '../open.ts'
import type { ReportDeps } from './readings.ts'
import type { ReportAccount } from '../types.ts'
import type { SyncDeps } from '../../../deps.ts'

/**
 * Has names, states and budgets of an account read, unless that was done within this time. Answers why it could not be,
 * or null.
 */
export async function ensureEntities(
  deps: ReportDeps,
  account: ReportAccount,
  freshForMs: number,
): Promise<string | null> {
  const { db, readings } = deps
  const row = await db
    .selectFrom('report_syncs')
    .where('company_id', '=', account.companyId)
    .select('entities_read_at')
    .where('account_key', '=', account.key)
    .executeTakeFirst()
  const readAt = row?.entities_read_at
  if (readAt && Date.now() - readAt.getTime() <= freshForMs) return null
  try {
    await readings.ask(account.companyId, `entities ${account.key}`, (own) => readEntities(own, account))
    return null
  } catch (error) {
    const obstacle = await obstacleIn(deps, account, error)
    if (obstacle instanceof PlatformError) return fromPlatform(obstacle).message
    if (obstacle instanceof AppError) return obstacle.message
    throw obstacle
  }
}

async function readEntities(deps: SyncDeps, account: ReportAccount): Promise<void> {
  const readAt = new Date()
  const verbs = await openReporting(deps, account)
  for await (const entities of verbs.entities({ ...account, id: account.accountId })) {
    const client = await deps.pool.connect()
    await keepEntities(client, account, entities).finally(() => client.release())
  }
  await recordEntitiesRead(deps.db, account, readAt)
}
