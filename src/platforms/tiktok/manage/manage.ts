import { z } from 'zod'
import { brokenRules, PlatformError } from '../../../errors.ts'
import type {
  AccountRef,
  AdSetEnd,
  BudgetChange,
  EntityRef,
  EntityState,
  PlannedWrite,
  StatusChange,
} from '../../contract/manage.ts'
import { setsValues, statusWrite } from '../../kit/status-write.ts'
import { endAdSets } from '../../kit/time/campaign-end.ts'
import type { ScheduledAdSet } from '../../kit/time/campaign-end.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api, Params } from '../client.ts'
import { listAccounts } from '../discover.ts'
import type { AppCredentials } from '../discover.ts'
import { wantedAmount } from './money.ts'
import { endOf, levelOf, readMany } from './read.ts'
import { automationOf, fromPlatformTime, isEntityId, operationStatus, toPlatformTime } from '../map.ts'
import { platformName } from '../name.ts'
import { AdGroupWire, AnythingWire } from '../wire.ts'

const maxAdGroups = 1_000

const SwitchedWire = z
  .looseObject({ error_list: z.array(z.looseObject({ error_message: z.string() })).nullish() })
  .nullish()

/** Nothing can be read without naming its account: all of them are asked in turn. */
export async function ownerOf(api: Api & AppCredentials, { id, type }: EntityRef): Promise<string | null> {
  if (!isEntityId(id)) return null
  for (const account of await listAccounts(api)) {
    const found = await readMany(api, account.id, { type, ids: [id] })
    if (found.length > 0) return account.id
  }
  return null
}

/** Where something is switched and changed, and what its ids are called there. */
function wayOf({ type, variant }: Pick<EntityState, 'type' | 'variant'>) {
  const level = levelOf[type]
  if (variant !== 'smart') return { level, path: level, ids: `${level}_ids` }
  return { level, path: `smart_plus/${level}`, ids: level === 'ad' ? 'smart_plus_ad_ids' : `${level}_ids` }
}

type Switched = Pick<EntityState, 'type' | 'id' | 'variant'>

function switchTo(api: Api, account: AccountRef, entity: Switched, status: string): PlannedWrite {
  const { id } = entity
  const { path, ids } = wayOf(entity)
  const body = { advertiser_id: account.id, [ids]: [id], operation_status: status }
  return {
    asks: body,
    async send() {
      const answer = await api.post(SwitchedWire, `${path}/status/update`, body, { accountId: account.id })
      const [refused] = answer?.error_list ?? []
      if (refused) throw notSwitched(refused.error_message)
      return { id, status }
    },
    readBack: setsValues,
  }
}

/** Several can be switched in one call, so a good answer may hold what went wrong with one. */
function notSwitched(message: string): PlatformError {
  return new PlatformError({ platform: platformName, kind: 'rejected', message })
}

export function setStatus(
  api: Api & Pick<Surroundings, 'now'>,
  account: AccountRef,
  entity: EntityState,
  change: StatusChange,
): PlannedWrite {
  return statusWrite(entity, change, {
    ...{ now: api.now, words: operationStatus },
    noEnd: ({ type }) => (type === 'ad' ? 'an ad has no end of its own on this platform; end its ad set' : null),
    switchTo: (word) => switchTo(api, account, entity, word),
    endAt: (endTime, active) => endAt(api, account, entity, { endTime, resumes: active !== undefined }),
  })
}

/** Only ad groups end; a campaign ends when all its ad groups do. */
function endAt(
  api: Api,
  account: AccountRef,
  entity: EntityState,
  { endTime, resumes }: { endTime: Date; resumes: boolean },
): PlannedWrite {
  const end = new Date(Math.floor(endTime.getTime() / 1000) * 1000)
  return {
    asks: { id: entity.id, schedule_end_time: toPlatformTime(end), resumes },
    async send() {
      const endings = await endAdGroups(api, account, entity, end)
      if (resumes) await switchTo(api, account, entity, operationStatus.active).send()
      const status = resumes ? operationStatus.active : entity.platformStatus
      return {
        id: entity.id,
        status,
        endTime: end.toISOString(),
        ...(endings ? { adSets: JSON.stringify(endings) } : {}),
      }
    },
    readBack: setsValues,
  }
}

/** An ad group is given the end that was asked for; those of a campaign only one that is earlier than their own. */
async function endAdGroups(api: Api, account: AccountRef, entity: EntityRef, end: Date): Promise<AdSetEnd[] | null> {
  const write = (adGroup: AdGroupFlight) => endAdGroup(api, account, adGroup, end)
  if (entity.type === 'campaign') {
    const adGroups = await adGroupsIn(api, account.id, { campaign_ids: [entity.id] })
    const pause = ({ id, variant }: AdGroupFlight) =>
      switchTo(api, account, { type: 'adset', id, variant }, operationStatus.paused).send()
    return endAdSets(adGroups, end, { end: write, pause })
  }
  const [adGroup] = await adGroupsIn(api, account.id, { adgroup_ids: [entity.id] })
  if (!adGroup) throw brokenRules([{ path: 'entityIds', message: `${entity.id} is no longer there` }])
  await write(adGroup)
  return null
}

/** The kind of schedule is not taken without its start. */
function endAdGroup(api: Api, account: AccountRef, adGroup: AdGroupFlight, end: Date): Promise<unknown> {
  const { id, start, variant } = adGroup
  const body = {
    advertiser_id: account.id,
    adgroup_id: id,
    schedule_type: 'SCHEDULE_START_END',
    schedule_start_time: start,
    schedule_end_time: toPlatformTime(end),
  }
  const { path } = wayOf({ type: 'adset', variant })
  return api.post(AnythingWire, `${path}/update`, body, { accountId: account.id })
}

interface AdGroupFlight extends ScheduledAdSet {
  /** As the platform wrote it. */
  start: string
  variant: string
}

async function adGroupsIn(api: Api, accountId: string, filtering: object): Promise<AdGroupFlight[]> {
  const params = { advertiser_id: accountId, filtering }
  const adGroups = await api.list(AdGroupWire, 'adgroup/get', params, { accountId, limit: maxAdGroups })
  return adGroups.map((adGroup) => ({
    id: adGroup.adgroup_id,
    isPaused: adGroup.operation_status === operationStatus.paused,
    start: adGroup.schedule_start_time,
    variant: automationOf(adGroup),
    startTime: fromPlatformTime(adGroup.schedule_start_time),
    endTime: endOf(adGroup),
  }))
}

export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const { level, path } = wayOf(entity)
  const budget = wantedAmount(entity, change)
  const { endTime } = change
  if (endTime && level !== 'adgroup')
    throw brokenRules([{ path: 'endTime', message: 'a campaign has no end of its own here: give it to the ad sets' }])
  const about = { [`${level}_id`]: entity.id, budget }
  // A Smart+ ad group has an address of its own for its budget, which takes many.
  const isOwnCall = entity.variant === 'smart' && level === 'adgroup'
  const body: Params = { advertiser_id: account.id, ...(isOwnCall ? { budget: [about] } : about) }
  const target = isOwnCall ? `${path}/budget/update` : `${path}/update`
  return {
    asks: { ...body, ...(endTime ? { schedule_end_time: toPlatformTime(endTime) } : {}) },
    async send() {
      if (endTime) await endAdGroups(api, account, entity, endTime)
      await api.post(AnythingWire, target, body, { accountId: account.id })
      return { id: entity.id, budget }
    },
    readBack: setsValues,
  }
}

/** What is deleted can be changed no more, not even deleted again: it is looked at instead. */
export function deleteEntity(api: Api, account: AccountRef, entity: EntityState): PlannedWrite {
  const removal = switchTo(api, account, entity, 'DELETE')
  return {
    asks: removal.asks,
    send: () => (entity.status === 'deleted' ? Promise.resolve({ id: entity.id, status: 'DELETE' }) : removal.send()),
    readBack: {
      kind: 'find',
      async find() {
        const [found] = await readMany(api, account.id, { type: entity.type, ids: [entity.id] })
        return found?.status === 'deleted' ? { found: { id: entity.id, status: 'DELETE' } } : 'absent'
      },
    },
  }
}
