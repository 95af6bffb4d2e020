import type { Db } from '../../db/connect.ts'
import { openAccount } from '../connections/accounts.ts'
import type { CompanyRef } from '../company-ref.ts'
import { perform } from '../writes/perform.ts'
import { readEntity } from '../connections/owner.ts'
import { seenBefore } from '../reach.ts'
import { requireVerb } from '../connections/verbs.ts'
import { keepChanged, asPaused } from '../reports/sync/keep/changed.ts'
import { dropIfFree, endColumns } from './store.ts'
import type { KeptEnd } from './store.ts'
import type { AccountDeps } from '../deps.ts'

/** Ends that can be kept only as long as a connection leads to their accounts, the next one first. */
export async function endsThrough(db: Db, company: Pick<CompanyRef, 'id'>, connectionId: number): Promise<KeptEnd[]> {
  return db
    .selectFrom('kept_ends')
    .where('kept_ends.company_id', '=', company.id)
    .where(seenBefore)
    .select(endColumns)
    .where('state', '=', 'waiting')
    .where((where) =>
      where.exists(
        where
          .selectFrom('ad_accounts')
          .select('ad_accounts.id')
          .whereRef('ad_accounts.company_id', '=', 'kept_ends.company_id')
          .whereRef('ad_accounts.platform', '=', 'kept_ends.platform')
          .whereRef('ad_accounts.account_id', '=', 'kept_ends.account_id')
          .where('ad_accounts.connection_id', '=', connectionId),
      ),
    )
    .orderBy('end_at')
    .orderBy('kept_ends.id')
    .execute()
}

/** Pauses something before its end, because nobody will be able to at its end. Throws when it cannot be paused. */
export async function pauseNow(deps: AccountDeps, company: CompanyRef, end: KeptEnd): Promise<void> {
  const opened = await openAccount(deps, { company }, end.account_id)
  const entity = await readEntity(opened, { type: end.entity_type, id: end.entity_id })
  if (entity.status === 'active' || entity.status === 'pending') {
    const write = requireVerb(opened, 'setStatus')(opened.ref, entity, { status: 'paused' })
    const context = { company, operationKey: `end ${end.id} ${end.version} now` }
    const result = await perform(deps, context, opened, { kind: 'status', part: `status ${entity.id}`, write })
    await keepChanged(deps.db, context, opened.account, asPaused(entity, result))
  }
  await dropIfFree(deps.db, company, end)
}
