import type { Issue } from '../../errors.ts'
import type { AdPreview, LaunchAd, PreviewedAd } from '../contract/launch.ts'
import { createKept } from './remember.ts'

/** What is above ads hardly changes; who looks at the same launch again and again asks once a minute. */
const rememberMs = 60_000
const maxRemembered = 10_000

/** What examinations of launches saw through one connection. */
export interface Sights {
  once<T>(name: string, read: () => Promise<T>): Promise<T>
  /** Of many things of one kind, those that were not seen lately are read together. */
  many<T>(kind: string, ids: string[], read: (unseen: string[]) => Promise<Map<string, T>>): Promise<Map<string, T>>
  forget(): void
}

export function createSights(): Sights {
  let kept = createKept<unknown>(maxRemembered)
  return {
    once: <T>(name: string, read: () => Promise<T>) =>
      (kept.youngerThan(rememberMs, name) ?? kept.read(name, read)) as Promise<T>,
    async many<T>(kind: string, ids: string[], read: (unseen: string[]) => Promise<Map<string, T>>) {
      const all = [...new Set(ids)]
      const unseen = all.filter((id) => kept.youngerThan(rememberMs, `${kind} ${id}`) === undefined)
      const reading = unseen.length > 0 ? read(unseen) : Promise.resolve(new Map<string, T>())
      // A refusal is told to whoever waits below.
      reading.catch(() => undefined)
      const isUnseen = new Set(unseen)
      const found = await Promise.all(
        all.map(async (id) => {
          const name = `${kind} ${id}`
          const one = isUnseen.has(id)
            ? kept.read(name, () => reading.then((read) => read.get(id)))
            : (kept.youngerThan(rememberMs, name) ?? reading.then((read) => read.get(id)))
          return [id, (await one) as T | undefined] as const
        }),
      )
      return new Map(found.flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const])))
    },
    forget() {
      kept = createKept(maxRemembered)
    },
  }
}

/** How many ads an ad set holds, and holds already. */
export interface Room {
  max: number
  there: number
  /** What is counted, in words: "ads", or "active ads". */
  of: string
}

export interface Judged {
  issues: Issue[]
  /** What the ad would take of what its ad set has room for. */
  rooms?: Room[]
}

/**
 * Judges each ad in each of its ad sets, in the order in which they are asked for: what one takes of the room of an ad set
 * is gone for those after it.
 */
export function examineEach<Ad extends LaunchAd>(
  ads: PreviewedAd<Ad>[],
  judge: (ad: Ad, adSetId: string) => Judged,
): AdPreview[] {
  const taken = new Map<string, number>()
  return ads.map(({ ad, adSetIds }) => {
    const found = adSetIds.flatMap((adSetId) => {
      const { issues, rooms = [] } = judge(ad, adSetId)
      return [...issues, ...rooms.flatMap((room) => takeRoom(taken, adSetId, room))]
    })
    return { issues: withoutRepeats(found) }
  })
}

function takeRoom(taken: Map<string, number>, adSetId: string, { max, there, of }: Room): Issue[] {
  const key = `${adSetId} ${of}`
  const before = taken.get(key) ?? 0
  taken.set(key, before + 1)
  if (there + before < max) return []
  const others = before === 0 ? '' : `, and ${before} more of this launch come before this one`
  return [{ path: 'adSets', message: `ad set ${adSetId} holds at most ${max} ${of} and has ${there}${others}` }]
}

function withoutRepeats(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()]
}

export function noAdSet(id: string): Issue {
  return { path: 'adSets', message: `there is no ad set ${id} in this account (GET /v1/adsets lists them)` }
}
