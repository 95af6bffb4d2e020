import { FlightdeckError } from '../../../../client/src/index.ts'
import type { AdAccount, BudgetChanged, EntityError } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import { refresh } from './campaigns.ts'
import type { Entity } from './campaigns.ts'
import { flightdeck } from '../client/flightdeck.ts'
import { can } from '../platforms.ts'
import type { Level } from '../platforms.ts'
import { write } from '../client/write.ts'
import { t } from '../../languages/t.ts'

export interface Switching {
  account: AdAccount
  entities: Entity[]
  isOn: boolean
}

export interface Switched {
  entity: Entity
  /** What stood against it; null: it is done. */
  problem: unknown
}

/** What one call takes at most. */
const maxAtOnce = 50

/** Pauses or resumes, whatever the platform: each has its own outcome, and one that fails holds nothing up. */
export const switchAll = write(async ({ account, entities, isOn }: Switching) => {
  const outcomes: Switched[] = []
  const to = isOn ? 'ACTIVE' : 'PAUSED'
  for (const group of groupsOf(entities)) outcomes.push(...(await switchGroup(account, group, to)))
  await Promise.all(outcomes.map(({ entity }) => refresh(account, entity)))
  return outcomes
})

async function switchGroup(account: AdAccount, group: Entity[], to: 'ACTIVE' | 'PAUSED'): Promise<Switched[]> {
  const entityIds = group.map(({ id }) => id)
  try {
    const { results } = await flightdeck.updateStatus({
      ...{
        accountId: account.id,
        entityType: required(group[0], 'entity of the group').level,
        entityIds,
        newStatus: to,
      },
    })
    return group.map((entity) => {
      const result = results.find(({ entityId }) => entityId === entity.id)
      return { entity, problem: result?.success ? null : new Error(sentence(result?.error)) }
    })
  } catch (problem) {
    if (!(problem instanceof FlightdeckError)) throw problem
    return group.map((entity) => ({ entity, problem }))
  }
}

function sentence(error: EntityError | undefined): string {
  if (!error) return t('The platform did not say what became of it.')
  return error.hint ? `${error.message} ${error.hint}` : error.message
}

function groupsOf(entities: Entity[]): Entity[][] {
  const levels: Level[] = ['campaign', 'adset', 'ad']
  return levels.flatMap((level) => {
    const own = entities.filter((entity) => entity.level === level)
    return Array.from({ length: Math.ceil(own.length / maxAtOnce) }, (_, at) =>
      own.slice(at * maxAtOnce, (at + 1) * maxAtOnce),
    )
  })
}

interface BudgetWish {
  account: AdAccount
  entity: Entity
  amount: number
  /** That campaigns which share the budget spend more or less too is known, and meant. */
  allowShared: boolean
  dryRun: boolean
}

export const setBudget = write(async ({ account, entity, amount, dryRun, allowShared }: BudgetWish) => {
  const changed: BudgetChanged = can(account.platform, 'searchAds')
    ? await flightdeck.updateSearchBudget({
        ...{ accountId: account.id, campaignId: entity.id, dailyBudget: amount, dryRun, allowShared },
      })
    : await flightdeck.updateBudget({
        ...{ accountId: account.id, entityId: entity.id, entityType: entity.level as 'campaign' | 'adset', dryRun },
        ...(entity.dailyBudget === null ? { lifetimeBudget: amount } : { dailyBudget: amount }),
      })
  if (!dryRun) await refresh(account, entity)
  return changed
})

export interface Copy {
  copyNumber: number
  success: boolean
  id: string | null
  warnings: string[]
  missing: string[]
  problem: string | null
}

export interface CopyWish {
  name: string
  copies: string
  status: string
  isDeep: boolean
}

interface Result {
  copyNumber: number
  success: boolean
  warnings?: string[]
  missing?: { message: string }[]
  error?: { message: string; hint?: string }
}

function copyOf(result: Result, id: string | undefined): Copy {
  const { copyNumber, success, warnings = [], missing = [], error } = result
  return {
    ...{ copyNumber, success, warnings },
    id: id ?? null,
    missing: missing.map(({ message }) => t('Missing: {message}', { message })),
    problem: error ? [error.message, error.hint].filter(Boolean).join(' ') : null,
  }
}

/** Copies of a campaign, ad set or ad. */
export const duplicate = write(
  async ({ account, entity, wish }: { account: AdAccount; entity: Entity; wish: CopyWish }) => {
    const copies = await copiesOf(account, entity, wish)
    await refresh(account, entity)
    return copies
  },
)

async function copiesOf(account: AdAccount, { level, id }: Entity, wish: CopyWish): Promise<Copy[]> {
  const newName = wish.name.trim() || undefined
  const initialStatus = wish.status as 'PAUSED' | 'ACTIVE' | 'INHERITED'
  const asked = { accountId: account.id, copyCount: Number(wish.copies), initialStatus }
  const deepCopy = wish.isDeep
  if (level === 'campaign') {
    const { results } = await flightdeck.duplicateCampaign({ ...asked, campaignId: id, newName, deepCopy })
    return results.map((result) => copyOf(result, result.newCampaignId))
  }
  if (level === 'adset') {
    const { results } = await flightdeck.duplicateAdset({ ...asked, adsetId: id, newName, deepCopy })
    return results.map((result) => copyOf(result, result.newAdSetId))
  }
  const copyValues = newName ? { adName: newName } : undefined
  const { results } = await flightdeck.duplicateAd({ ...asked, adId: id, copyValues })
  return results.map((result) => copyOf(result, result.newAdId))
}
