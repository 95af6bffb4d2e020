import { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import type { Draft, DraftContent } from '../../../core/launch/batch/drafts.ts'
import { issuesOf } from '../../../core/launch/plan/plan.ts'
import { preparePlan, requirePlan } from '../../../core/launch/plan/prepare.ts'
import type { LaunchPlan } from '../../../core/launch/plan/prepare.ts'
import { maxAdSetsPerAd, maxMediaPerAd } from '../../../core/launch/plan/request.ts'
import { AppError, badRequest } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { fold } from '../../../call/input/fold.ts'
import { misspelt, unreadFields } from '../../../call/input/unread.ts'
import { maxBodyBytes } from '../../../call/limits.ts'
import type { Services } from '../../../services.ts'
import { readLaunch, readWhatCan } from '../launch/read-launch.ts'

export const DraftId = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Id of the draft.' })

type Within = Pick<Context, 'company'>

/** Fields get their documented names, so that a draft reads the same whoever wrote it. */
export function tidyDraft({ launchBody }: Services, content: DraftContent): DraftContent {
  const draft = fold(launchBody, content) as DraftContent
  requireSize(draft)
  return draft
}

const listLimits = { adSets: maxAdSetsPerAd, media: maxMediaPerAd }

/** A draft may be incomplete, but not larger than any launch. */
function requireSize(draft: DraftContent): void {
  const issues = draft.ads.flatMap((ad, index) =>
    Object.entries(listLimits).flatMap(([field, most]): Issue[] => {
      const list = ad[field]
      if (!Array.isArray(list) || list.length <= most) return []
      return [{ path: `ads.${index}.${field}`, message: `takes at most ${most} entries` }]
    }),
  )
  if (issues.length > 0) throw badRequest(issues)
  if (Buffer.byteLength(JSON.stringify(draft)) > maxBodyBytes) {
    const text = `The draft is larger than ${maxBodyBytes} bytes, which no launch may be.`
    throw new AppError('payload_too_large', text, { maxSize: maxBodyBytes })
  }
}

/** Everything that stands between the draft and its launch. */
export async function draftIssues(deps: Services, context: Within, content: DraftContent): Promise<Issue[]> {
  const { request, faults } = await readWhatCan(deps.launchBody, content)
  const unread = misspeltAds(deps, content)
  if (!request) return [...faults, ...unread]
  await using plan = await preparePlan(deps, context, { request, faults, unread })
  return issuesOf(plan.ads)
}

/** A draft keeps what it was given; what of it can only be a slip is told with the rest. */
function misspeltAds({ launchBody }: Services, content: DraftContent): Issue[] {
  return misspelt(
    { rest: { method: 'POST' }, takesLeftovers: true, reply: z.null() },
    unreadFields(launchBody, { ...content }),
  )
}

/** The draft's plan, or every reason why it cannot be launched yet. */
export async function planDraft(deps: Services, context: Within, draft: Draft): Promise<LaunchPlan> {
  return requirePlan(deps, context, await readLaunch(deps.launchBody, draft.request, misspeltAds(deps, draft.request)))
}
