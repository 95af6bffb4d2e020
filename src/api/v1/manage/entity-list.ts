import { z } from 'zod'
import { PlatformId } from '../../../core/launch/request.ts'
import { EntityTypeWord } from '../../../core/manage/request.ts'
import type { EntityType } from '../../../platforms/manage.ts'

/** The entities a call is about, in any of the ways in which callers name them. */
export const entityFields = {
  entityId: PlatformId.optional(),
  entityIds: z.array(PlatformId).optional().meta({ description: '1 to 50 ids.' }),
  entityType: EntityTypeWord.optional(),
  id: PlatformId.optional(),
  adId: PlatformId.optional(),
  adSetId: PlatformId.optional(),
  campaignId: PlatformId.optional(),
}

interface Named {
  entityId?: string
  entityIds?: string[]
  entityType?: EntityType
  id?: string
  adId?: string
  adSetId?: string
  campaignId?: string
}

/** A name such as adSetId says what kind of thing it is. */
export function namedEntities(body: Named): { ids: string[]; type: EntityType | undefined } {
  const { entityIds = [], entityId, id, adId, adSetId, campaignId } = body
  const type = body.entityType ?? (adId ? 'ad' : adSetId ? 'adset' : campaignId ? 'campaign' : undefined)
  const given = entityIds.length > 0 ? entityIds : [entityId ?? id ?? adId ?? adSetId ?? campaignId]
  return { ids: given.filter((each) => each !== undefined), type }
}

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
