import { startOfDay } from '../../core/figures/account-days.ts'
import { factorOn } from '../../core/figures/corrections.ts'
import { intersect, spansThrough, spansWith } from '../../core/figures/delivery-spans.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import { restsOn } from '../../core/figures/rest-days.ts'
import type { Creative, Entity, Post } from '../objects/objects.ts'
import { recordOf, textOf } from '../objects/objects.ts'
import { campaignOf, groupOf, scheduleOf } from '../objects/rules/serving.ts'
import type { World } from '../world.ts'
import { figuresOf } from './counts.ts'
import type { DayFigures } from './counts.ts'

/** What is shown: a creative with everything above it. */
export interface Unit {
  creative: Creative
  campaign: Entity
  group: Entity
  post: Post
  currency: string
  country: string
}

/** One unit on one day of UTC. */
export interface Cell extends DayFigures {
  unit: Unit
  day: string
}

const dayMs = 24 * 3600 * 1000

/** Every creative of the account that has all that it needs. */
export function unitsOf(world: World, accountId: string): Unit[] {
  const account = world.accounts.get(accountId)
  if (!account) return []
  const { currency, country } = account
  return world.creatives.lookup('account', accountId).flatMap((creative) => {
    const campaign = campaignOf(world, creative)
    const group = campaign && groupOf(world, campaign)
    const post = world.posts.get(textOf(recordOf(creative.fields['content'])['reference']))
    return campaign && group && post ? [{ creative, campaign, group, post, currency, country }] : []
  })
}

/** When the creative was shown, by what was decided about it in the course of time. */
function spansOf(world: World, unit: Unit): Span[] {
  const { creative, campaign, group } = unit
  const past = [
    ...world.creatives.pastOf(creative.id),
    ...world.campaigns.pastOf(campaign.id),
    ...world.groups.pastOf(group.id),
  ]
  return spansThrough(
    past.map(({ until }) => until),
    (time) => spansUnder(world, unitAt(world, unit, time)),
  )
}

/** The unit with what decides over it as it was at that time. */
function unitAt(world: World, unit: Unit, time: number): Unit {
  return {
    ...unit,
    creative: world.creatives.asOf(unit.creative.id, time) ?? unit.creative,
    campaign: world.campaigns.asOf(unit.campaign.id, time) ?? unit.campaign,
    group: world.groups.asOf(unit.group.id, time) ?? unit.group,
  }
}

/** Everything was switched on, within its dates, and the creative approved. */
function spansUnder(world: World, { creative, campaign, group }: Unit): Span[] {
  const now = world.now()
  const bounds = [scheduleOf(campaign), scheduleOf(group)].map(({ start = 0, end = now }) => ({
    from: start,
    to: Math.min(end, now),
  }))
  const approved = creative.reviewFrom === null || creative.isRejected ? [] : [{ from: creative.reviewEnds, to: now }]
  const switched = [creative, campaign, group].map(({ history }) => spansWith(history, 'ACTIVE', now))
  return [...switched, ...bounds.map((span) => [span])].reduce(intersect, approved)
}

/** What units did, day by day. */
export function createDelivery(world: World) {
  const spans = new Map<string, Span[]>()
  const seed = world.context.seed()
  const { corrections } = world.settings()

  function spansFor(unit: Unit): Span[] {
    const known = spans.get(unit.creative.id) ?? spansOf(world, unit)
    spans.set(unit.creative.id, known)
    return known
  }

  return {
    /** Nothing when the unit was not shown that day. */
    cell(unit: Unit, day: string): Cell | undefined {
      const { id } = unit.creative
      const from = startOfDay(day, 'UTC')
      const shown = spansFor(unit).reduce(
        (sum, span) => sum + Math.max(0, Math.min(span.to, from + dayMs) - Math.max(span.from, from)),
        0,
      )
      if (shown === 0 || restsOn(id, day)) return undefined
      const share = (shown / dayMs) * factorOn(corrections, day, id)
      // For whom and what it was shown is what stood there that day.
      const then = unitAt(world, unit, from + dayMs - 1)
      const traits = {
        post: unit.post.id,
        since: unit.creative.created,
        isVideo: unit.post.kind === 'VIDEO',
        isForLeads: then.campaign.fields['objectiveType'] === 'LEAD_GENERATION',
      }
      const figures = figuresOf(seed, { id, day, currency: unit.currency }, traits, share)
      return figures.counts.impressions > 0 ? { unit: then, day, ...figures } : undefined
    },
  }
}
