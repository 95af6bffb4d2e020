import { growing } from '../../../async/growing-pauses.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { AppError, PlatformError } from '../../../errors.ts'
import type { EntityState } from '../../../platforms/contract/manage.ts'
import { openAccount } from '../../connections/accounts.ts'
import { requireVerb } from '../../connections/verbs.ts'
import type { AccountDeps } from '../../deps.ts'
import { notifiesNobody } from '../../reach.ts'
import { setEnd } from '../../ends/store.ts'

const pauses = { firstMs: 30_000, maxMs: 1_800_000 }
/** A successor that did not run for so long will not. */
const maxDays = 14
const atOnce = 500

interface Due {
  id: number
  company_id: CompanyId
  slug: string
  batch_id: number
  platform: string
  account_id: string
  ad_id: string
  asked_by: string
  tries: number
  is_over: boolean
}

/** An ad of the batch. */
interface Successor {
  platform: string
  account_id: string
  ad_id: string | null
  state: string
}

type Verdict = { state: 'ended'; entity: EntityState } | { state: 'stays' | 'waiting'; reason: string }
type Read = (of: { platform: string; account_id: string; ids: string[] }) => Promise<(EntityState | null)[]>

/** Ends the ads whose successors run by now. What cannot be told yet is looked at again, later each time. */
export async function handOver(deps: AccountDeps, signal: AbortSignal): Promise<void> {
  const due = await findDue(deps.db)
  for (const [batchId, rows] of Map.groupBy(due, (row) => row.batch_id)) {
    if (signal.aborted) return
    const [first] = rows
    if (!first) continue
    const company = { id: first.company_id, slug: first.slug }
    const successors = await successorsIn(deps.db, company.id, batchId)
    const read = reader(deps, company)
    for (const row of rows) {
      const verdict = await judge(row, successors, read).catch(whyNot)
      await settle(deps.db, row, verdict).catch((error: unknown) => settle(deps.db, row, whyNot(error)))
    }
  }
}

async function findDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT due.*, companies.slug, due.created_at < clock_timestamp() - make_interval(days => ${maxDays}) AS is_over
    FROM creative_handovers AS due JOIN companies ON companies.id = due.company_id
    WHERE due.state = 'waiting' AND due.next_at <= clock_timestamp() ORDER BY due.next_at LIMIT ${atOnce}`.execute(
    everyCompany(db),
  )
  return rows
}

async function successorsIn(db: Db, companyId: CompanyId, batchId: number): Promise<Successor[]> {
  const { rows } = await sql<Successor>`
    SELECT platform, account_id, ad_id, state FROM batch_items
    WHERE company_id = ${companyId} AND ${notifiesNobody} AND batch_id = ${batchId}`.execute(db)
  return rows
}

/** Reads each account's ads once for a batch. */
function reader(deps: AccountDeps, company: { id: CompanyId; slug: string }): Read {
  const known = new Map<string, Promise<(EntityState | null)[]>>()
  return ({ account_id: accountId, platform, ids }) => {
    const key = `${platform} ${accountId} ${ids.join(' ')}`
    const reading =
      known.get(key) ??
      openAccount(deps, { company }, accountId).then((opened) =>
        requireVerb(opened, 'readEntities')(
          opened.ref,
          ids.map((id) => ({ type: 'ad', id })),
        ),
      )
    known.set(key, reading)
    return reading
  }
}

async function judge(row: Due, all: Successor[], read: Read): Promise<Verdict> {
  const its = nearest(row, all)
  const made = its.filter(({ state }) => state === 'launched')
  const isOpen = its.some(({ state }) => state === 'waiting' || state === 'running')
  if (made.length === 0 && !isOpen) return { state: 'stays', reason: 'No new ad came to be that could take its place.' }
  if (!(await anyRuns(made, read))) {
    if (row.is_over) return { state: 'stays', reason: `The new ad did not run within ${maxDays} days.` }
    return { state: 'waiting', reason: 'The new ad does not run yet.' }
  }
  const [entity] = await read({ ...row, ids: [row.ad_id] })
  if (!entity || (entity.status !== 'active' && entity.status !== 'pending'))
    return { state: 'stays', reason: 'It did not run any more.' }
  return { state: 'ended', entity }
}

/** The new ads in its own account, or else on its platform, or else all. */
function nearest({ platform, account_id: account }: Due, all: Successor[]): Successor[] {
  const onPlatform = all.filter((each) => each.platform === platform)
  const inAccount = onPlatform.filter((each) => each.account_id === account)
  if (inAccount.length > 0) return inAccount
  return onPlatform.length > 0 ? onPlatform : all
}

async function anyRuns(made: Successor[], read: Read): Promise<boolean> {
  for (const some of Map.groupBy(made, (each) => `${each.platform} ${each.account_id}`).values()) {
    const [first] = some
    if (!first) continue
    const states = await read({ ...first, ids: some.flatMap(({ ad_id: id }) => id ?? []) })
    if (states.some((state) => state?.status === 'active')) return true
  }
  return false
}

function whyNot(error: unknown): Verdict {
  if (error instanceof PlatformError || error instanceof AppError) return { state: 'waiting', reason: error.message }
  throw error
}

/** Its end and what became of the handover are one: from then on the end is kept as any other. */
async function settle(db: Db, row: Due, verdict: Verdict): Promise<void> {
  const reason = verdict.state === 'ended' ? null : verdict.reason
  const waitMs = growing(row.tries + 1, pauses)
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ now: Date }>`
      UPDATE creative_handovers SET state = ${verdict.state}, reason = ${reason}, tries = tries + 1,
        next_at = clock_timestamp() + make_interval(secs => ${waitMs / 1000})
      WHERE company_id = ${row.company_id} AND id = ${row.id} AND state = 'waiting' RETURNING clock_timestamp() AS now`.execute(
      trx,
    )
    if (!rows[0] || verdict.state !== 'ended') return
    const context = {
      company: { id: row.company_id, slug: row.slug },
      actor: { kind: 'system' as const, name: row.asked_by, scopes: [] },
    }
    await setEnd(trx, context, row, { entity: verdict.entity, end: rows[0].now })
  })
}
