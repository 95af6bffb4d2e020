import { z } from 'zod'
import type { CompanyRef } from '../../../core/connections.ts'
import type { Draft, DraftContent } from '../../../core/launch/batch/drafts.ts'
import { issuesOf } from '../../../core/launch/plan/plan.ts'
import { preparePlan, requirePlan } from '../../../core/launch/plan/prepare.ts'
import type { Plan } from '../../../core/launch/plan/prepare.ts'
import { LaunchBody, mostAdSetsPerAd, mostMediaPerAd } from '../../../core/launch/plan/request.ts'
import { AppError, brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { fold } from '../../../call/fold.ts'
import { maxBodyBytes } from '../../../call/limits.ts'
import type { Services } from '../../../services.ts'
import { readLaunch, readWhatCan } from '../launch/read-launch.ts'

export const DraftId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Fields get their documented names, so that a draft reads the same whoever wrote it. */
export function tidyDraft(content: unknown): DraftContent {
  const draft = fold(LaunchBody, content) as DraftContent
  requireSize(draft)
  return draft
}

const listLimits = { adSets: mostAdSetsPerAd, media: mostMediaPerAd }

/** A draft may be incomplete, but not larger than any launch. */
function requireSize(draft: DraftContent): void {
  const issues = draft.ads.flatMap((ad, index) =>
    Object.entries(listLimits).flatMap(([field, most]): Issue[] => {
      const list = (ad as Record<string, unknown>)[field]
      if (!Array.isArray(list) || list.length <= most) return []
      return [{ path: `ads.${index}.${field}`, message: `takes at most ${most}` }]
    }),
  )
  if (issues.length > 0) throw brokenRules(issues)
  if (Buffer.byteLength(JSON.stringify(draft)) > maxBodyBytes) {
    const text = `The draft is larger than ${maxBodyBytes} bytes, which no launch may be.`
    throw new AppError('payload_too_large', text, { maxSize: maxBodyBytes })
  }
}

/** Everything that stands between the draft and its launch. */
export async function draftIssues(services: Services, company: CompanyRef, content: DraftContent): Promise<Issue[]> {
  const { request, faults } = readWhatCan(content)
  if (!request) return faults
  await using plan = await preparePlan(services, company, { request, faults })
  return issuesOf(plan.ads)
}

/** The draft's plan, or every reason why it cannot be launched yet. */
export async function planDraft(services: Services, company: CompanyRef, draft: Draft): Promise<Plan> {
  return requirePlan(services, company, readLaunch(draft.request))
}
