import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { maxEntities } from '../../../core/manage/entities.ts'
import type { EntityResults } from '../../../core/manage/entities.ts'
import { badRequest } from '../../../errors.ts'
import type { OtherReply } from '../../../call/operation.ts'
import { EndedBy, NamedEnd } from '../../../core/ends/listed.ts'
import { countedReply, describeAsFailed } from './all-failed.ts'

/** The entities a call is about. */
export const entityIdsField = {
  entityIds: z
    .array(PlatformId)
    .min(1, `takes from 1 to ${maxEntities} ids`)
    .max(maxEntities, `takes from 1 to ${maxEntities} ids`)
    .meta({
      description: `1 to ${maxEntities} ids. entityId, adIds, adSetIds, campaignIds and their like are understood.`,
    }),
}

/** Other names for ids; most of them say what kind of thing it is. Platforms have words of their own for ad sets. */
const lists = {
  ad: ['adIds', 'ad_ids'],
  adset: [
    ...['adSetIds', 'ad_set_ids', 'adsetIds', 'adset_ids'],
    ...['adGroupIds', 'adgroupIds', 'ad_group_ids', 'adgroup_ids'],
    ...['adSquadIds', 'adsquadIds', 'ad_squad_ids', 'adsquad_ids'],
  ],
  campaign: ['campaignIds', 'campaign_ids'],
}
const kinds = ['ad', 'adset', 'campaign'] as const
type Kind = (typeof kinds)[number]

const single = (name: string) => name.slice(0, -1)

type Body = Record<string, unknown>

/** Whatever way callers name entities, as entityIds and entityType. Lists come first; of single ids one is meant. */
export function withEntities(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const given = body as Body
  const named = kinds.flatMap((kind) => {
    const name = lists[kind].find((each) => isFilled(given[each]))
    return name === undefined ? [] : [{ kind, name, ids: given[name] as unknown[] }]
  })
  const [list, second] = named
  if (second) throw badRequest([{ path: second.name, message: 'are of another kind: one kind in a call' }])
  const general = given.entityIds ?? given.entity_ids
  const one = list ? undefined : singleIn(given)
  const ids = list ? [...(isFilled(general) ? general : []), ...list.ids] : (filledOr(general) ?? one?.ids)
  const type = given.entityType ?? given.entity_type ?? list?.kind ?? one?.kind
  const read = list ? [list.name] : (one?.names ?? [])
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !read.includes(name))),
    ...(ids === undefined ? {} : { entityIds: ids }),
    ...(type === undefined ? {} : { entityType: type }),
  }
}

function isFilled(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0
}

/** An empty list beside a single id means nothing; anything else that is no list is told as a mistake. */
function filledOr(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value
}

function singleIn(given: Body): { names: string[]; ids: unknown[]; kind?: Kind } | undefined {
  const kind = kinds.find((each) => lists[each].some((name) => given[single(name)] !== undefined))
  const general = ['entityId', 'entity_id', 'id'].find((name) => given[name] !== undefined)
  const own = kind && lists[kind].map(single).find((name) => given[name] !== undefined)
  const names = [general, own].filter((name) => name !== undefined)
  return names[0] === undefined ? undefined : { names, ids: [given[names[0]]], kind }
}

const Code = z.union([z.string(), z.number()]).optional()

export const EntityError = z
  .object({
    code: z
      .enum(['not_found', 'platform_unavailable', 'platform_error'])
      .meta({ description: 'What kind of failure it is.' }),
    message: z.string().meta({ description: 'What happened, for people.' }),
    platformCode: Code.meta({ description: "The platform's own code." }),
    platformSubcode: Code.meta({ description: "The platform's own finer code." }),
    traceId: z.string().optional().meta({ description: "The platform's name for the request, for its support." }),
    retryable: z.boolean().meta({ description: 'Whether trying again may help.' }),
    hint: z.string().optional().meta({ description: 'What can be done about it.' }),
  })
  .meta({ id: 'EntityError' })

const AdSetEnd = z
  .object({
    adSetId: z.string().meta({ description: 'Id of the ad set.' }),
    changed: z.boolean().meta({ description: 'Whether it was changed.' }),
    endTime: z.iso.datetime().nullable().meta({ description: 'When the ad set ends now; null: never.' }),
    reason: z.string().optional().meta({ description: 'Why it was left as it is, or what was done instead.' }),
  })
  .meta({ id: 'AdSetEnd' })

export const adSetEnds = z
  .array(AdSetEnd)
  .optional()
  .meta({ description: 'What the end of a campaign meant for its ad sets, where those hold the ends.' })

const EntityResult = z
  .object({
    entityId: z.string().meta({ description: 'Id of the entity.' }),
    success: z.boolean().meta({ description: 'Whether it went well.' }),
    status: z.string().nullable().meta({
      description:
        "Its own switch afterwards, in the platform's word; DELETED when it is gone; null: it was not found.",
    }),
    endTime: z.iso.datetime().optional().meta({ description: 'When it ends, where an end was set.' }),
    endedBy: EndedBy.optional(),
    note: z.string().optional().meta({
      description: 'What was done otherwise than asked, and why: an end that the platform takes for whole days alone.',
    }),
    adSets: adSetEnds,
    endsDropped: z.array(NamedEnd).optional().meta({
      description: 'Of what is deleted: the ends that were kept here for it and what is in it, and are no more.',
    }),
    error: EntityError.optional().meta({ description: 'Why it failed.' }),
  })
  .meta({ id: 'EntityResult' })

export const entityResults = {
  ...countedReply,
  results: z.array(EntityResult).meta({ description: 'What became of each, in the order of the ids.' }),
}

export function replyTo<T extends EntityResults>(answer: T): T | OtherReply<T & { success: false; message: string }> {
  return describeAsFailed(answer, answer.results[0]?.error?.message)
}
