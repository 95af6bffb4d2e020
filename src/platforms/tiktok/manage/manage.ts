import { brokenRules } from '../../../errors.ts'
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
import { fromPlatformTime, isEntityId, operationStatus, toPlatformTime } from '../map.ts'
import { AdGroupWire, AnythingWire } from '../wire.ts'

const maxAdGroups = 1_000

/** Nothing can be read without naming its account: all of them are asked in turn. */
export async function ownerOf(api: Api & AppCredentials, { id, type }: EntityRef): Promise<string | null> {
  if (!isEntityId(id)) return null
  for (const account of await listAccounts(api)) {
    const found = await readMany(api, account.id, { type, ids: [id] })
    if (found.length > 0) return account.id
  }
  return null
}

function switchTo(api: Api, account: AccountRef, { id, type }: EntityRef, status: string): PlannedWrite {
  const level = levelOf[type]
  const body = { advertiser_id: account.id, [`${level}_ids`]: [id], operation_status: status }
  return {
    asks: body,
    async send() {
      await api.post(AnythingWire, `${level}/status/update`, body, { accountId: account.id })
      return { id, status }
    },
    readBack: setsValues,
  }
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
    const pause = ({ id }: AdGroupFlight) =>
      switchTo(api, account, { type: 'adset', id }, operationStatus.paused).send()
    return endAdSets(adGroups, end, { end: write, pause })
  }
  const [adGroup] = await adGroupsIn(api, account.id, { adgroup_ids: [entity.id] })
  if (!adGroup) throw brokenRules([{ path: 'entityIds', message: `${entity.id} is no longer there` }])
  await write(adGroup)
  return null
}

/** The kind of schedule is not taken without its start. */
function endAdGroup(api: Api, account: AccountRef, { id, start }: AdGroupFlight, end: Date): Promise<unknown> {
  const body = {
    advertiser_id: account.id,
    adgroup_id: id,
    schedule_type: 'SCHEDULE_START_END',
    schedule_start_time: start,
    schedule_end_time: toPlatformTime(end),
  }
  return api.post(AnythingWire, 'adgroup/update', body, { accountId: account.id })
}

interface AdGroupFlight extends ScheduledAdSet {
  /** As the platform wrote it. */
  start: string
}

async function adGroupsIn(api: Api, accountId: string, filtering: object): Promise<AdGroupFlight[]> {
  const params = { advertiser_id: accountId, filtering }
  const adGroups = await api.list(AdGroupWire, 'adgroup/get', params, { accountId, limit: maxAdGroups })
  return adGroups.map((adGroup) => ({
    id: adGroup.adgroup_id,
    isPaused: adGroup.operation_status === operationStatus.paused,
    start: adGroup.schedule_start_time,
    startTime: fromPlatformTime(adGroup.schedule_start_time),
    endTime: endOf(adGroup),
  }))
}

export function setBudget(api: Api, account: AccountRef, entity: EntityState, change: BudgetChange): PlannedWrite {
  const level = levelOf[entity.type]
  const budget = wantedAmount(entity, change)
  const { endTime } = change
  if (endTime && level !== 'adgroup')
    throw brokenRules([{ path: 'endTime', message: 'a campaign has no end of its own here: give it to the ad sets' }])
  const body: Params = { advertiser_id: account.id, [`${level}_id`]: entity.id, budget }
  return {
    asks: { ...body, ...(endTime ? { schedule_end_time: toPlatformTime(endTime) } : {}) },
    async send() {
      if (endTime) await endAdGroups(api, account, entity, endTime)
      await api.post(AnythingWire, `${level}/update`, body, { accountId: account.id })
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
