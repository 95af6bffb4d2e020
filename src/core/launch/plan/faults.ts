import type { Issue } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import type { PlannedAd } from './planned-ad.ts'

/** Stands for what an ad cannot be read without, so that the rest of it can still be judged. */
const placeholders: Record<string, string> = { adName: '(no name)', adAccountId: '(no account)' }

/** What can be said of an ad although its type is not known. */
const independentOfType = /^ads\.\d+\.(adSets|adAccountId|adAccountType|clientRef)\b/

/**
 * The part of the request that a fault of form makes useless: a field of an ad, one of its media or a field of that. What
 * is left is judged by the rules, so that faults of form and broken rules are told together.
 */
function uselessPart(path: string): string[] {
  const keys = path.split('.')
  if (keys[0] !== 'ads') return keys.slice(0, 1)
  return keys.slice(0, keys[2] === 'media' ? 5 : 3)
}

/** The body without its faults of form: it can be read, unless there is nothing to read. */
export function withoutFaults(body: unknown, faults: Issue[]): unknown {
  const copy = structuredClone(body)
  for (const { path } of faults) {
    const keys = uselessPart(path)
    const holder = keys.slice(0, -1).reduce<unknown>((value, key) => (value as Holder | undefined)?.[key], copy) as
      | Holder
      | undefined
    if (typeof holder !== 'object' || holder === null) continue
    const key = required(keys.at(-1), 'last key')
    if (keys.length === 2) holder[key] = { ...placeholders }
    else if (keys.length === 4) holder[key] = {}
    else if (placeholders[key]) holder[key] = placeholders[key]
    else delete holder[key]
  }
  return copy
}

type Holder = Record<string, unknown>

/** Puts each fault of form beside the broken rules of its ad, in place of rules that are broken by the fault alone. */
export function addFaults(planned: PlannedAd[], faults: Issue[]): void {
  if (faults.length === 0) return
  const byAd = Map.groupBy(faults, ({ path }) =>
    path.startsWith('ads.') ? required(path.split('.', 2)[1], 'index of the ad') : 'all',
  )
  const ofAll = byAd.get('all') ?? []
  const adSetsAreUseless = ofAll.some(({ path }) => uselessPart(path).join('.') === 'adSets')
  for (const ad of planned) {
    const own = `ads.${ad.index}.`
    const mine = byAd.get(String(ad.index)) ?? []
    const useless = new Set(mine.map(({ path }) => uselessPart(path).join('.')))
    const broken = ad.issues.filter(
      ({ path }) =>
        !startsWithOneOf(path, useless) &&
        !(useless.has(`${own}type`) && !independentOfType.test(path)) &&
        !(adSetsAreUseless && path === `${own}adSets`),
    )
    ad.issues.length = 0
    // One by one: there may be more of them than a call takes arguments.
    for (const issue of [ad.index === 0 ? ofAll : [], mine, broken].flat()) ad.issues.push(issue)
  }
}

/** Whether the path, or something that it lies in, is one of them. */
function startsWithOneOf(path: string, parts: Set<string>): boolean {
  const keys = path.split('.')
  return keys.some((_, at) => parts.has(keys.slice(0, at + 1).join('.')))
}
