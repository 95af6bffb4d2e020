import type { Db } from '../../db/connect.ts'
import type { PacingStore } from '../../platforms/kit/http/pacer.ts'

/** What platforms said of their accounts' allowances, for all processes. */
export function pacingStore(db: Db): PacingStore {
  return {
    async load(platform, accountId) {
      const row = await db
        .selectFrom('pacing')
        .select(['usage_percent', 'blocked_until', 'updated_at'])
        .where('platform', '=', platform)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!row) return null
      return { usagePercent: row.usage_percent, blockedUntil: row.blocked_until, readAt: row.updated_at }
    },
    async save({ platform, accountId, usagePercent, blockedUntil, reason }) {
      const values = {
        usage_percent: usagePercent,
        blocked_until: blockedUntil,
        reason: reason ?? null,
        updated_at: new Date(),
      }
      await db
        .insertInto('pacing')
        .values({ platform, account_id: accountId, ...values })
        .onConflict((conflict) => conflict.columns(['platform', 'account_id']).doUpdateSet(values))
        .execute()
    },
  }
}
