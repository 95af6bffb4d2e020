import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { CreatedCopy, CopySlot, DuplicateRequest, DuplicateVerbs } from '../../contract/duplicate.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Spec } from '../../contract/manage.ts'
import type { Api } from '../client.ts'
import { idIn } from '../map.ts'
import { asCreated, copyCampaign, copyCreative, copyGroup, nameFor, textIn } from './copies.ts'
import type { CopyRun } from './copies.ts'
import { readWhole, scheduleFor } from './source.ts'

/** Copies wait for the account's allowance for a while rather than fail. */
const maxWaitMs = 30_000

/** The platform copies nothing by itself: what is there is read, and made again. */
export function duplicateVerbs(api: Api, { now }: Pick<Surroundings, 'now'>): DuplicateVerbs {
  return {
    check: refusedWishes,
    async prepare(accountId, request) {
      const { level, sourceId, targetId, status, isDeep } = request
      const options = { accountId, maxWaitMs: maxWaitMs }
      const source = await readWhole(api, level, sourceId, options)
      const home = homeOf(request, source)
      const target = home === null ? null : await readWhole(api, home.level, home.id, options)
      const issues = timeIssues(request, source, target, now())
      if (issues.length > 0) throw brokenRules(issues)
      const base = { api, options, status, isDeep, now }
      return {
        copy: (place) => {
          const run = { ...base, write: place.write, made: new Set<string>() }
          return copyOne(run, request, { source, targetId: targetId ?? home?.id ?? '' }, place)
        },
      }
    },
  }
}

interface Sources {
  source: Spec
  targetId: string
}

async function copyOne(
  run: CopyRun,
  { level, newName, isDeep }: DuplicateRequest,
  { source, targetId }: Sources,
  place: CopySlot,
): Promise<CreatedCopy> {
  const name = nameFor(level, source, newName, place)
  const described = { renamed: name !== textIn(source.name), isDeep: isDeep && level !== 'ad' }
  if (level === 'campaign') return asCreated(await copyGroup(run, source, name), name, described)
  if (level === 'adset')
    return asCreated(await copyCampaign(run, { source, groupId: targetId, name, isPart: false }), name, described)
  const id = await copyCreative(run, { source, campaignId: targetId, name, isPart: false })
  return asCreated({ id, missing: [], warnings: [] }, name, described)
}

/** What the copy stands in. */
function homeOf(
  { level, targetId }: DuplicateRequest,
  source: Spec,
): { level: 'campaign' | 'adset'; id: string } | null {
  if (level === 'campaign') return null
  if (level === 'adset') return { level: 'campaign', id: targetId ?? idIn(textIn(source.campaignGroup)) }
  return { level: 'adset', id: targetId ?? idIn(textIn(source.campaign)) }
}

function refusedWishes({ location, copyValues }: DuplicateRequest): Issue[] {
  const none = 'is not possible on this platform: a copy shows and aims at what the source does'
  return [
    ...(location ? [{ path: 'location', message: none }] : []),
    ...(copyValues &&
    (copyValues.primaryTexts.length > 0 || copyValues.headlines.length > 0 || copyValues.url || copyValues.urlTags)
      ? [
          {
            path: 'copyValues',
            message: 'texts and links belong to the post, which cannot be changed: launch a new ad instead',
          },
        ]
      : []),
  ]
}

/** What has ended cannot be begun again as it is. */
function timeIssues({ level }: DuplicateRequest, source: Spec, target: Spec | null, now: Date): Issue[] {
  const { end } = ((target ?? {}).runSchedule ?? {}) as { end?: number }
  if (level === 'adset' && end !== undefined && end <= now.getTime())
    return [{ path: '', message: 'The campaign group has ended and takes no campaigns: give it a later end first.' }]
  if (level === 'ad') return []
  const isTotal = source.totalBudget !== undefined && source.totalBudget !== null
  if (isTotal && scheduleFor(source, now).hasEnded)
    return [
      {
        path: '',
        message: 'The source has ended, and a budget for all days needs an end: give the source a later end first.',
      },
    ]
  return []
}
