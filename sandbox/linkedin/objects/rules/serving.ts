import type { Creative, Entity } from '../objects.ts'
import { idIn, recordOf } from '../objects.ts'
import type { World } from '../../world.ts'

interface Schedule {
  start?: number
  end?: number
}

export function scheduleOf({ fields }: Entity): Schedule {
  return recordOf(fields['runSchedule'])
}

function dateHolds(schedule: Schedule, now: number, what: string): string[] {
  if (schedule.start !== undefined && now < schedule.start) return [`${what}_START_DATE_HOLD`]
  if (schedule.end !== undefined && now >= schedule.end) return [`${what}_END_DATE_HOLD`]
  return []
}

export function groupOf(world: World, campaign: Entity): Entity | undefined {
  return world.groups.get(idIn(campaign.fields['campaignGroup'], 'sponsoredCampaignGroup') ?? '')
}

export function campaignOf(world: World, creative: Entity): Entity | undefined {
  return world.campaigns.get(idIn(creative.fields['campaign'], 'sponsoredCampaign') ?? '')
}

export function groupServing(world: World, group: Entity): string[] {
  const holds = [
    ...(group.fields['status'] === 'ACTIVE' ? [] : ['STOPPED']),
    ...dateHolds(scheduleOf(group), world.now(), 'CAMPAIGN_GROUP'),
  ]
  return holds.length > 0 ? holds : ['RUNNABLE']
}

export function campaignServing(world: World, campaign: Entity): string[] {
  const group = groupOf(world, campaign)
  const above = group ? groupServing(world, group) : ['STOPPED']
  const holds = [
    ...(campaign.fields['status'] === 'ACTIVE' ? [] : ['STOPPED']),
    ...dateHolds(scheduleOf(campaign), world.now(), 'CAMPAIGN'),
    ...above.flatMap((hold) => (hold === 'RUNNABLE' ? [] : [hold === 'STOPPED' ? 'CAMPAIGN_GROUP_STATUS_HOLD' : hold])),
  ]
  return holds.length > 0 ? holds : ['RUNNABLE']
}

export type Review = 'PENDING' | 'APPROVED' | 'REJECTED'

/** Nothing while it is a draft. */
export function reviewOf(world: World, { reviewFrom, reviewEnds, isRejected }: Creative): Review | undefined {
  if (reviewFrom === null) return undefined
  if (world.now() < reviewEnds) return 'PENDING'
  return isRejected ? 'REJECTED' : 'APPROVED'
}

const reviewHolds: Record<Review, string[]> = { PENDING: ['UNDER_REVIEW'], REJECTED: ['REJECTED'], APPROVED: [] }

export function creativeHolds(world: World, creative: Creative): string[] {
  const campaign = campaignOf(world, creative)
  const review = reviewOf(world, creative)
  const above = campaign ? campaignServing(world, campaign) : ['STOPPED']
  return [
    ...(creative.fields['intendedStatus'] === 'ACTIVE' ? [] : ['STOPPED']),
    ...(review ? reviewHolds[review] : ['UNDER_REVIEW']),
    ...above.flatMap((hold) => (hold === 'RUNNABLE' ? [] : [hold === 'STOPPED' ? 'CAMPAIGN_STOPPED' : hold])),
  ]
}
