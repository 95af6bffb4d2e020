import { z } from 'zod'
import { overallShape } from '../../../core/duplicate/answer.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { mostEntities } from '../../../core/manage/entities.ts'
import { EntityTypeWord } from '../../../core/manage/request.ts'
import { brokenRules } from '../../../errors.ts'
import type { OtherReply } from '../../../call/endpoint.ts'
import type { EntityResults } from '../../../core/manage/entities.ts'
import type { EntityType } from '../../../platforms/contract/manage.ts'
import { toldAsFailed } from './all-failed.ts'

const ids = z.array(PlatformId).optional()

/** The entities a call is about, in any of the ways in which callers name them. */
export const entityFields = {
  entityId: PlatformId.optional(),
  entityIds: ids.meta({ description: `1 to ${mostEntities} ids.` }),
  entityType: EntityTypeWord.optional(),
  id: PlatformId.optional(),
  adId: PlatformId.optional(),
  adIds: ids,
  adSetId: PlatformId.optional(),
  adSetIds: ids,
  campaignId: PlatformId.optional(),
  campaignIds: ids,
}

/** Other platforms' words for ad sets. */
export const entitySpellings = {
  adSetId: ['adGroupId', 'adgroupId', 'ad_group_id', 'adgroup_id', 'adSquadId', 'adsquadId', 'ad_squad_id'],
  adSetIds: [
    'adsetIds',
    'adset_ids',
    'adGroupIds',
    'adgroupIds',
    'ad_group_ids',
    'adgroup_ids',
    'adSquadIds',
    'adsquadIds',
    'ad_squad_ids',
  ],
}

interface Named {
  entityId?: string
  entityIds?: string[]
  entityType?: EntityType
  id?: string
  adId?: string
  adIds?: string[]
  adSetId?: string
  adSetIds?: string[]
  campaignId?: string
  campaignIds?: string[]
}

/** A name such as adSetId says what kind of thing it is. Lists come first; of single ids one is meant. */
export function namedEntities(body: Named): { ids: string[]; type: EntityType | undefined } {
  const { entityIds = [], adIds = [], adSetIds = [], campaignIds = [] } = body
  const { entityId, id, adId, adSetId, campaignId } = body
  const lists = { adIds, adSetIds, campaignIds }
  const [kind, second] = (['adIds', 'adSetIds', 'campaignIds'] as const).filter((name) => lists[name].length > 0)
  if (second) throw brokenRules([{ path: second, message: 'are of another kind: one kind in a call' }])
  const listed = [...entityIds, ...(kind ? lists[kind] : [])]
  const inferred = kind ? typeOf[kind] : adId ? 'ad' : adSetId ? 'adset' : campaignId ? 'campaign' : undefined
  const given = listed.length > 0 ? listed : [entityId ?? id ?? adId ?? adSetId ?? campaignId]
  return { ids: given.filter((each) => each !== undefined), type: body.entityType ?? inferred }
}

const typeOf = { adIds: 'ad', adSetIds: 'adset', campaignIds: 'campaign' } as const

export const adSetEnds = z
  .array(
    z.object({
      adSetId: z.string(),
      changed: z.boolean(),
      endTime: z.string().nullable().meta({ description: 'When the ad set ends now; null: never.' }),
      reason: z.string().optional().meta({ description: 'Why it was left as it is, or what was done instead.' }),
    }),
  )
  .optional()
  .meta({ description: 'What the end of a campaign meant for its ad sets, where those hold the ends.' })

export const entityResults = {
  ...overallShape,
  results: z.array(
    z.object({
      entityId: z.string(),
      success: z.boolean(),
      status: z.string().nullable(),
      endTime: z.string().optional(),
      adSets: adSetEnds,
      error: z
        .object({
          code: z.string(),
          message: z.string(),
          platformCode: z.union([z.string(), z.number()]).optional(),
          platformSubcode: z.union([z.string(), z.number()]).optional(),
          traceId: z.string().optional(),
          retryable: z.boolean(),
          hint: z.string().optional(),
        })
        .optional(),
    }),
  ),
  successCount: z.number().int(),
  failCount: z.number().int(),
}

export function replyTo<T extends EntityResults>(answer: T): T | OtherReply<T & { success: false; message: string }> {
  return toldAsFailed(answer, answer.results[0]?.error?.message)
}
