import { keptFor } from '../../../config/retention.ts'
import type { Retention } from '../../../config/retention.ts'
import { dayMs } from '../../../days.ts'
import type { Db } from '../../../db/connect.ts'
import { ifGiven, sql } from '../../../db/sql.ts'
import type { ItemState } from '../../../db/tables/tables.ts'
import { entryOf, required } from '../../../lookup.ts'
import type { LaunchVerbs } from '../../../platforms/contract/launch.ts'
import { openAccount } from '../../connections/accounts.ts'
import type { Connections } from '../../deps.ts'
import type { Context } from '../../context.ts'
import { inReach, seenBefore } from '../../reach.ts'
import type { JournalEventKind } from '../../journal/events.ts'
import type { ItemRow } from '../../journal/item-entry.ts'
import { adStoryOf, storiesOf } from '../../journal/past-writes.ts'
import type { WriteStory } from '../../journal/past-writes.ts'
import { isAnAnswer, MediaFailure } from '../engine/item-errors.ts'
import { restoreItem } from '../engine/restore-item.ts'
import type { MediaCache } from '../media/media-cache.ts'
import type { BatchRow } from '../../batches/row.ts'
import { itemHead } from './batch-view.ts'
import type { BatchEvent } from './event-shapes.ts'

interface TimelineStep {
  name: string
  kind: string
  state: WriteStory['state'] | 'not_begun' | 'forgotten'
  tries: number
  begunAt: string | null
  lastTriedAt: string | null
  endedAt: string | null
  platformId: string | null
  shared: boolean
}

interface AdTimeline extends ReturnType<typeof itemHead> {
  status: ItemState
  retries: number
  steps: TimelineStep[]
  readBack: { at: string; differences: number; error?: string } | null
  events: BatchEvent[]
  earlierEvents: number
  notes: string[]
}

interface TimelineDeps {
  config: { retention: Pick<Retention, 'journal' | 'events'> }
  db: Db
  connections: Connections
  launchMedia: MediaCache
}

interface TimelineQuery {
  index?: number
  adSetId?: string
  offset: number
  limit: number
}

interface TimelineRow extends ItemRow {
  platform: string
  account_id: string
  client_ref: string | null
  state: ItemState
}

type Within = Pick<Context, 'company'>

/** How many events of one ad are answered with; one whose fate is open for hours has thousands. */
const maxEvents = 200

/** What happened to ads of a batch, write by write and wait by wait. */
export async function timelinesOf(
  deps: TimelineDeps,
  within: Within,
  batch: BatchRow,
  asked: TimelineQuery,
): Promise<{ timelines: AdTimeline[]; total: number }> {
  const query = deps.db
    .selectFrom('batch_items as item')
    .where('item.company_id', '=', within.company.id)
    .where(inReach(within.company, 'item'))
    .where('item.batch_id', '=', batch.id)
    .$call(ifGiven(asked.index, (some, index) => some.where('item.ad_index', '=', index)))
    .$call(ifGiven(asked.adSetId, (some, adSetId) => some.where('item.ad_set_id', '=', adSetId)))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll('item').orderBy('item.id').limit(asked.limit).offset(asked.offset).execute()
  const items = rows.map((row) => ({ ...row, batch_slug: batch.slug })) as unknown as TimelineRow[]
  const events = await eventsFor(deps.db, within, batch.id, items)
  const timelines: AdTimeline[] = []
  for (const item of items)
    timelines.push(await timelineOf(deps, within, batch, { item, ...entryOf(events, item.id, 'story') }))
  return { timelines, total }
}

interface AdEvents {
  events: BatchEvent[]
  earlierEvents: number
}

async function timelineOf(
  deps: TimelineDeps,
  within: Within,
  batch: BatchRow,
  { item, ...events }: AdEvents & { item: TimelineRow },
): Promise<AdTimeline> {
  const { steps, note } = await stepsOf(deps, within, item)
  const { journal, events: kept } = deps.config.retention
  const isOld = (days: number) => (batch.queued_at ?? batch.created_at).getTime() < Date.now() - days * dayMs
  return {
    ...itemHead(item),
    status: item.state,
    retries: item.tries,
    steps,
    readBack: await readBackOf(deps.db, within, item),
    ...events,
    notes: [
      ...(note === null ? [] : [note]),
      ...(steps.some(({ state }) => state === 'forgotten')
        ? [
            `Closed writes leave the journal after ${keptFor('journal', journal)}: how some steps went is not known any more.`,
          ]
        : []),
      ...(kept !== null && isOld(kept)
        ? [`Events leave after ${keptFor('events', kept)}: earlier waits are not known any more.`]
        : []),
    ],
  }
}

interface TimelineSteps {
  steps: TimelineStep[]
  /** Why some are not told. */
  note: string | null
}

/** The steps that the driver makes of the ad, each with what the journal knows of it. They are the same as when they were made. */
async function stepsOf(deps: TimelineDeps, within: Within, item: TimelineRow): Promise<TimelineSteps> {
  if (!hasBegun(item)) return { steps: [], note: null }
  try {
    const { session, platforms } = await openAccount(deps, within, item.account_id)
    const verbs: LaunchVerbs = required(session.launch, 'way to launch')
    const driver = platforms.driver(item.platform) ?? {}
    const media: Pick<MediaCache, 'get'> = { get: (of, url) => deps.launchMedia.known(of, url) }
    const steps = verbs.steps(await restoreItem({ media, driver }, verbs, item))
    const lane = { companyId: within.company.id, platform: item.platform, accountId: item.account_id }
    const stories = await storiesOf(
      deps.db,
      lane,
      steps.map(({ key }) => key),
    )
    return { steps: steps.map((step) => toStep(item, step, stories.get(step.key))), note: null }
  } catch (error) {
    if (!isAnAnswer(error)) throw error
    const story = await adStoryOf(deps.db, within.company.id, item.id)
    const why =
      error instanceof MediaFailure
        ? 'What its files are is not known here'
        : `The ad account could not be opened (${(error as Error).message})`
    const steps =
      story || item.state === 'launched' ? [toStep(item, { name: 'ad', kind: 'ad' }, story ?? undefined)] : []
    return { steps, note: `${why}, so the steps before the ad itself are not told.` }
  }
}

/** Before, nothing of it was sent, and its files need not have been looked at. */
function hasBegun({ state, step, starts, tries }: TimelineRow): boolean {
  return !['waiting', 'cancelled'].includes(state) || step !== null || starts > 0 || tries > 0
}

function toStep(
  item: TimelineRow,
  { name, kind }: { name: string; kind: string },
  story: WriteStory | undefined,
): TimelineStep {
  const exists = item.state === 'launched' || item.state === 'undone'
  if (!story) {
    const state = exists ? 'forgotten' : 'not_begun'
    const times = { begunAt: null, lastTriedAt: null, endedAt: null }
    return { name, kind, state, tries: 0, ...times, platformId: null, shared: false }
  }
  return {
    name,
    kind,
    state: story.state,
    tries: story.attempt,
    begunAt: story.first_intent_at.toISOString(),
    lastTriedAt: story.intent_at.toISOString(),
    endedAt: story.closed_at?.toISOString() ?? null,
    platformId: story.state === 'done' ? story.platform_id : null,
    shared: story.item_id !== item.id,
  }
}

async function readBackOf(db: Db, { company }: Within, item: TimelineRow): Promise<AdTimeline['readBack']> {
  const row = await db
    .selectFrom('receipts')
    .where('company_id', '=', company.id)
    .where(seenBefore)
    .select(['read_at', 'error', 'differences'])
    .where('item_id', '=', item.id)
    .executeTakeFirst()
  if (!row) return null
  const error = row.error === null ? {} : { error: row.error }
  return { at: row.read_at.toISOString(), differences: row.differences.length, ...error }
}

interface EventRow {
  id: number
  at: Date
  kind: JournalEventKind
  detail: object
  item_id: number
  before: number
}

/** The latest events of each of these ads, oldest first. */
async function eventsFor(
  db: Db,
  { company }: Within,
  batchId: number,
  items: TimelineRow[],
): Promise<Map<number, AdEvents>> {
  const { rows } = await sql<EventRow>`
    SELECT id, at, kind, detail, item_id, (count - place)::int AS before FROM (
      SELECT *, row_number() OVER (PARTITION BY item_id ORDER BY id DESC) AS place, count(*) OVER (PARTITION BY item_id) AS count
      FROM events
      WHERE company_id = ${company.id} AND batch_id = ${batchId} AND item_id = ANY(${items.map(({ id }) => id)})
    ) AS each WHERE place <= ${maxEvents} ORDER BY id`.execute(db)
  const byItem = Map.groupBy(rows, (row) => row.item_id)
  return new Map(
    items.map(({ id, ad_index: index, ad_set_id: adSetId }) => {
      const mine = byItem.get(id) ?? []
      const events = mine.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        ...{ index, adSetId },
        ...row.detail,
      }))
      return [id, { events, earlierEvents: mine[0]?.before ?? 0 }] as const
    }),
  )
}
