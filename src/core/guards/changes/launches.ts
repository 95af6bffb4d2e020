import type { Beside } from '../../../db/beside.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { LaunchAd } from '../../../platforms/contract/launch.ts'
import { findAccounts } from '../../connections/accounts.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import { adRuns } from './budgets.ts'
import { addsNothing, shownOf } from './change.ts'
import type { AdToCreate, SpendChange, SpendingWrite } from './change.ts'
import { passGuards } from '../gate.ts'
import type { Ahead, GuardAnswer } from '../gate.ts'
import type { Forecast } from '../forecast/shape.ts'
import { createdByBatch } from '../ledger/effects.ts'
import type { GuardDeps, GuardNote, Spending } from '../terms.ts'
import { requireRoom } from '../../quotas/use.ts'

/** Shows that guards were asked about a launch: without it none is stored. */
export class Passed {
  /** What they warned of. */
  readonly notes: GuardNote[]
  /** Of a rehearsal: what it would cost. */
  readonly forecast: Forecast | null
  readonly #context: Pick<Spending, 'company' | 'operationKey'>

  constructor({ notes, forecast }: GuardAnswer, context: Pick<Spending, 'company' | 'operationKey'>) {
    this.notes = notes
    this.forecast = forecast
    this.#context = context
  }

  /** What was let through is made by this batch. */
  async madeBy(trx: Db, batchId: number): Promise<void> {
    await createdByBatch(trx, this.#context, batchId)
  }
}

/** One ad in one ad set, as guards see it. */
interface Placed {
  accountId: string
  adSetId: string
  isPaused: boolean
}

/** A launch that was planned, as much of it as guards go by. */
interface PlannedLaunch {
  ads: readonly {
    ad: { adName: string; launchPaused: boolean; media: LaunchAd['media'] }
    accountId: string
    adSets: readonly { value: string; label: string | null }[]
    warnings: readonly { path: string; message: string }[]
  }[]
  accounts: ReadonlyMap<string, CachedAccount>
}

interface LaunchToPass {
  plan: PlannedLaunch
  dryRun?: boolean
  /** What the draft is called. */
  draft?: string
  /** Why a person is asked also where no guard asks, whoever launches it; absent: it is as with any other write. */
  asks?: string
  ahead?: Ahead
  /** What it brings with it besides its ads, in words of a title and whole: with anything else it is another launch. */
  besides?: { title: string; state: unknown; warnings: string[] }
  /** What is stored of it while it is decided. */
  batch?: Beside<unknown>
}

/** Asks the guards about a launch that was planned. */
export async function passLaunch(
  deps: GuardDeps,
  context: Spending,
  { plan, dryRun, draft, asks, ahead, besides, batch }: LaunchToPass,
): Promise<Passed> {
  if (!dryRun) await requireRoom(deps.db, context.company.id, 'adsADay', adCount(plan))
  const placed = () =>
    plan.ads.flatMap(({ accountId, adSets, ad }) =>
      adSets.map(({ value }) => ({ accountId, adSetId: value, isPaused: ad.launchPaused })),
    )
  const ofAds = () => plan.ads.map(({ ad, adSets, accountId }) => ({ ad, adSets, accountId }))
  const state = () => (besides ? { ads: ofAds(), besides: besides.state } : ofAds())
  const warnings = () => [
    ...plan.ads.flatMap(({ warnings: said }) => said.map(({ path, message }) => `${path}: ${message}`)),
    ...(besides?.warnings ?? []),
  ]
  const from = [...(draft ? [`of the draft ${draft}`] : []), ...(besides ? [besides.title] : [])].join(' ') || null
  const launch = { verb: 'Launch' as const, from, ads: () => adsOf(plan), warnings }
  const write = () => ({ ...launched(placed(), byFullId(plan.accounts)), state: state(), launch })
  return new Passed(await passGuards(deps, context, write, { dryRun, asks, ahead, beside: batch }), context)
}

function adCount({ ads }: PlannedLaunch): number {
  return ads.reduce((sum, { adSets }) => sum + adSets.length, 0)
}

function adsOf({ ads }: PlannedLaunch): AdToCreate[] {
  return ads.map(({ ad, accountId, adSets }) => ({
    name: ad.adName,
    accountId,
    adSets: adSets.map(({ value, label }) => ({ id: value, name: label })),
    state: ad.launchPaused ? 'PAUSED' : 'ACTIVE',
    media: shownOf(ad.media),
  }))
}

/** Asks the guards about what is left of a batch: the ads that failed or were cancelled. */
export async function passRelaunch(
  deps: GuardDeps,
  context: Spending,
  { batchId }: { batchId: number },
): Promise<Passed> {
  const answer = await passGuards(deps, context, async () => {
    const { rows } = await sql<Placed & Failed>`
      SELECT account_id AS "accountId", ad_set_id AS "adSetId", coalesce((ad ->> 'launchPaused')::boolean, false) AS "isPaused",
        ad ->> 'adName' AS name, coalesce(ad -> 'media', '[]') AS media
      FROM batch_items WHERE company_id = ${context.company.id} AND batch_id = ${batchId} AND state IN ('failed', 'cancelled')
      ORDER BY id`.execute(deps.db)
    const ids = rows.map(({ accountId }) => accountId)
    const ads = () => rows.map(({ name, media, ...placed }) => ({ ...madeAgain(name, placed), media: shownOf(media) }))
    const launch = { verb: 'Launch again' as const, from: `of batch ${batchId}`, ads }
    const state = rows.map(({ name: _name, media: _media, ...placed }) => placed)
    return { ...launched(rows, await findAccounts(deps, context, ids)), state, launch }
  })
  return new Passed(answer, context)
}

/** What is left of an ad that did not come to be. */
interface Failed {
  name: string
  media: LaunchAd['media']
}

function madeAgain(name: string, { accountId, adSetId, isPaused }: Placed): Omit<AdToCreate, 'media'> {
  return { name, accountId, adSets: [{ id: adSetId, name: null }], state: isPaused ? 'PAUSED' : 'ACTIVE' }
}

/** The first ad that runs in an ad set lets its budget be spent; one change for each ad set. */
function launched(placed: Placed[], accounts: ReadonlyMap<string, CachedAccount>): Pick<SpendingWrite, 'changes'> {
  const changes = new Map<string, SpendChange>()
  for (const { accountId, adSetId, isPaused } of placed) {
    // A plan with an account that is not known is refused before guards are asked.
    const account = accounts.get(accountId) as CachedAccount
    const target = `ads ${adSetId}`
    const key = `${accountId} ${target}`
    const before: SpendChange = changes.get(key) ?? {
      ...addsNothing,
      account,
      campaign: inAdSet(adSetId),
      target,
      count: 0,
      spends: false,
    }
    const spends = before.spends || !isPaused
    changes.set(key, { ...before, count: before.count + 1, spends, effects: spends ? [adRuns(adSetId, null)] : [] })
  }
  return { changes: [...changes.values()] }
}

/** Ads may have been given short ids; what is planned has whole ones. */
function byFullId(accounts: ReadonlyMap<string, CachedAccount>): Map<string, CachedAccount> {
  return new Map([...accounts.values()].map((account) => [account.account_id, account]))
}

function inAdSet(adSetId: string): SpendChange['campaign'] {
  return { id: null, name: null, adSetId }
}

/** What guards warned of, beside what the plan did: it is about the launch as a whole. */
export function warningsOfGuards({ notes }: Passed): { path: string; message: string }[] {
  return notes.map(({ message }) => ({ path: '', message }))
}
