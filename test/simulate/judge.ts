import type pg from 'pg'
import type { Described } from './callers.ts'
import type { Flavour } from './platform.ts'
import type { Entity, World } from './world.ts'

/** A promise that was broken, in the words of the one who is told. */
export class Breach extends Error {}

export interface Judge {
  /** Of what was just made on the platform: at every moment, at most once. */
  made(entity: Entity): void
  /** Looks at the database, as a reader would who follows along. */
  glance(): Promise<Glance>
  /** When everything has come to its end. */
  end(reported: Described[]): Promise<void>
}

export interface Glance {
  /** Ads that have not come to their end. */
  open: number
  batches: number
}

interface JudgeParts {
  world: World
  observer: pg.Client
  flavour: Flavour
}

interface ItemSeen {
  id: number
  batch_id: number
  slug: string
  ad_index: number
  account_id: string
  ad_set_id: string
  ad_name: string
  state: string
  ad_id: string | null
  waits: boolean
  wait_reason: string | null
  url: string
}

const openStates = new Set(['waiting', 'running', 'unsure'])

const glanceText = `
  SELECT 'item' AS what, to_jsonb(seen) AS row FROM (
    SELECT item.id, item.batch_id, batches.slug, ad_index, account_id, ad_set_id, ad_name, item.state, ad_id, wait_reason,
      ad->'media'->0->>'url' AS url, item.run_after > clock_timestamp() AS waits
    FROM batch_items item JOIN batches ON batches.id = item.batch_id ORDER BY item.id) AS seen
  UNION ALL
  SELECT 'event', to_jsonb(seen) FROM (SELECT id, batch_id, item_id, kind FROM events WHERE batch_id IS NOT NULL ORDER BY id) AS seen
  UNION ALL
  SELECT 'breach', to_jsonb(sim_breaches) FROM sim_breaches`

const endText = `
  SELECT 'journal' AS what, to_jsonb(journal) AS row FROM journal
  UNION ALL SELECT 'batch', to_jsonb(batches) FROM batches
  UNION ALL SELECT 'second', to_jsonb(second_ads) FROM second_ads`

interface EventSeen {
  id: number
  batch_id: number
  item_id: number | null
  kind: string
}

interface JournalSeen {
  id: number
  kind: string
  key: string
  state: string
  attempt: number
  lost: number
  item_id: number | null
  platform_id: string | null
}

/** A row is written down to be sent at most so often. */
const maxAttempts = 60
/**
 * So many lost answers in a row are the end of it; every item that shares the write gets a try of its own. A caller decides anew with every call,
 * which the watchdog makes rarer and rarer: there the number of attempts is the bound.
 */
const maxLost = 8

export function createJudge({ world, observer, flavour }: JudgeParts): Judge {
  /** By batch, the events that a reader has seen who asks for those after the last. */
  const read = new Map<number, { last: number; ids: Set<number> }>()
  const seen = { items: [] as ItemSeen[], events: [] as EventSeen[] }

  async function look(): Promise<void> {
    const { rows } = await observer.query<{ what: string; row: unknown }>({ name: 'glance', text: glanceText })
    seen.items = rows.filter(({ what }) => what === 'item').map(({ row }) => row as ItemSeen)
    seen.events = rows.filter(({ what }) => what === 'event').map(({ row }) => row as EventSeen)
    const said = rows.find(({ what }) => what === 'breach')
    if (said) throw new Breach(String((said.row as { text: string }).text))
    follow()
    for (const item of seen.items) judgeItem(item)
  }

  function follow(): void {
    for (const { id, batch_id: batchId } of seen.events) {
      const reader = read.get(batchId) ?? { last: 0, ids: new Set() }
      read.set(batchId, reader)
      if (id > reader.last) {
        reader.last = id
        reader.ids.add(id)
      } else if (!reader.ids.has(id))
        throw new Breach(`event ${id} of batch ${batchId} became visible after later ones`)
    }
  }

  function judgeItem(item: ItemSeen): void {
    const name = `item ${item.id} (${item.ad_name} in ${item.ad_set_id})`
    if ((item.state === 'waiting' || item.state === 'unsure') && item.waits && item.wait_reason === null)
      throw new Breach(`${name} waits and does not say for what`)
    if (item.state !== 'launched' && item.state !== 'undone') return
    const ad = item.ad_id === null ? undefined : world.entities.get(item.ad_id)
    if (!ad) throw new Breach(`${name} is launched, and there is no ad ${item.ad_id}`)
    if (item.state === 'undone' && ad.status !== 'deleted') throw new Breach(`${name} is undone, and ${ad.id} is there`)
    if (ad.by === 'others') throw new Breach(`${name} calls ${ad.id} its own, which is somebody else's`)
    if (ad.name !== item.ad_name || ad.adSet !== item.ad_set_id || ad.account !== item.account_id)
      throw new Breach(`${name} calls ${ad.id} its own, which is another one`)
  }

  const tokenOf = (item: ItemSeen) => `ad ${item.slug}-${item.ad_index}-${item.ad_set_id}`
  /** Ads that nothing on the platform tells apart are counted together. */
  const groupOf = (item: ItemSeen) =>
    flavour === 'bare' ? `${item.account_id} ${item.ad_set_id} ${item.ad_name} ${item.url}` : tokenOf(item)

  return {
    made(entity) {
      if (flavour === 'bare' && entity.kind === 'ad') return
      const twins = [...world.entities.values()].filter(
        (each) => each.ask === entity.ask && each.by === 'us' && !each.isBeyond,
      )
      if (twins.length > 1 && (entity.kind === 'ad' || entity.kind === 'campaign'))
        throw new Breach(`${entity.ask} was made twice: ${twins.map(({ id }) => id).join(' and ')}`)
    },
    async glance() {
      await look()
      return {
        open: seen.items.filter(({ state }) => openStates.has(state)).length,
        batches: new Set(seen.items.map((item) => item.batch_id)).size,
      }
    },
    async end(reported) {
      await look()
      const { rows } = await observer.query<{ what: string; row: unknown }>({ name: 'end', text: endText })
      const journal = rows.filter(({ what }) => what === 'journal').map(({ row }) => row as JournalSeen)
      for (const { key, kind, state, attempt, lost } of journal) {
        const isUnknown = reported.some(({ ask, outcome }) => ask === key && outcome === 'unknown')
        const mustBeClosed = kind === 'ad' || (reported.some(({ ask }) => ask === key) && !isUnknown)
        if (state === 'open' && mustBeClosed) throw new Breach(`the journal has ${key} open at the end`)
        const isOfItems = !reported.some(({ ask }) => ask === key)
        if (isOfItems && lost > maxLost + seen.items.length)
          throw new Breach(`the answer to ${key} was lost ${lost} times`)
        if (attempt > maxAttempts) throw new Breach(`${key} was tried ${attempt} times`)
      }
      judgeCounts(
        new Set(rows.filter(({ what }) => what === 'second').map(({ row }) => (row as { ad_id: string }).ad_id)),
      )
      judgeEvents()
      for (const one of reported) judgeWrite(one)
    },
  }

  /** Each ad that is called launched exists once, and none exists beyond these. */
  function judgeCounts(seconds: Set<string>): void {
    const groups = new Map<string, { launched: ItemSeen[]; all: ItemSeen[]; made: Entity[] }>()
    const byToken = new Map<string, string>()
    for (const item of seen.items) {
      const group = groupOf(item)
      byToken.set(tokenOf(item), group)
      const has = groups.get(group) ?? { launched: [], all: [], made: [] }
      groups.set(group, has)
      has.all.push(item)
      if (item.state === 'launched' || item.state === 'undone') has.launched.push(item)
    }
    for (const ad of world.entities.values()) {
      if (ad.kind !== 'ad' || ad.by === 'others') continue
      const group = byToken.get(ad.ask)
      if (group === undefined) throw new Breach(`${ad.id} exists, and nobody asked for it`)
      const has = groups.get(group)!
      const isReported = has.launched.some((item) => item.ad_id === ad.id)
      if (!ad.isBeyond || isReported) has.made.push(ad)
      else if (!seconds.has(ad.id)) throw new Breach(`${ad.id} appeared late, and nobody noticed`)
    }
    for (const [group, { launched, all, made }] of groups) {
      const ids = new Set(launched.map((item) => item.ad_id))
      if (ids.size < launched.length) throw new Breach(`two ads of ${group} are said to be the same one`)
      if (made.length !== launched.length) {
        const reported = all.map(({ id, state }) => `item ${id} ${state}`).join(', ')
        throw new Breach(`${group}: ${made.length} exist (${made.map(({ id }) => id).join(' ')}), told are ${reported}`)
      }
    }
    for (const each of world.entities.values())
      if (each.by === 'others' && (each.status !== 'active' || each.budget !== 0))
        throw new Breach(`${each.id} is somebody else's, and was changed`)
  }

  function judgeWrite({ ask, kind, outcome, id, entity, value }: Described): void {
    if (outcome === 'waits') throw new Breach(`${ask}: nobody was told anything`)
    if (kind === 'set') {
      const parts = [entity!.budget === value, entity!.status === 'paused']
      if (outcome === 'made' && parts.includes(false))
        throw new Breach(`${ask} is told to be made, and is not, or in part`)
      if (outcome === 'not made' && parts.includes(true))
        throw new Breach(`${ask} is told not to be made, and is, or in part`)
      return
    }
    const made = [...world.entities.values()].filter((each) => each.ask === ask)
    if (outcome === 'made' && (made.length !== 1 || made[0]!.id !== id))
      throw new Breach(`${ask} is told to be made as ${id}: there is ${made.map((each) => each.id).join(' ')}`)
    if (outcome === 'not made' && made.length > 0) throw new Breach(`${ask} is told not to be made: ${made[0]!.id}`)
  }

  /** What came to an end was told once for every time that it did. */
  function judgeEvents(): void {
    for (const item of seen.items) {
      const own = seen.events.filter(({ item_id: id }) => id === item.id).map(({ kind }) => kind)
      const reported = own.filter((kind) => kind === `ad.${item.state}`).length
      const isOnce = item.state === 'launched' || item.state === 'undone'
      if (reported === 0 && item.state !== 'cancelled')
        throw new Breach(`item ${item.id} is ${item.state}, and no event tells`)
      if (isOnce && reported > 1) throw new Breach(`item ${item.id} was told ${reported} times to be ${item.state}`)
    }
    for (const batchId of new Set(seen.items.map((item) => item.batch_id))) {
      const own = seen.events.filter(({ batch_id: id }) => id === batchId)
      const last = own.findLast(({ kind }) => !kind.endsWith('.undone'))
      if (last?.kind !== 'batch.finished') throw new Breach(`the last event of batch ${batchId} is not its end`)
    }
  }
}
