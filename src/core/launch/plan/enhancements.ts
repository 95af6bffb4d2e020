import type { RequestedEnhancements } from '../../../platforms/contract/enhancements.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { isOn, stateIn } from '../../../platforms/kit/enhancements.ts'
import type { Difference } from '../batch/value-differences.ts'

type Switch = 'on' | 'off'

/** What was asked of one flag, and what is stored. */
export interface EnhancementFate {
  name: string
  asked: Switch | 'platform'
  /** null: the platform does not tell. */
  stored: Switch | null
}

interface ReadBack {
  /** As it was sent. */
  asked: object
  stored: object
  /** On, and declared by nobody. */
  unlisted: readonly string[]
}

const wordOf = (state: boolean): Switch => (state ? 'on' : 'off')

/** Every flag that was sent or is told back. */
export function enhancementFates(
  { enhancements = {} }: Pick<Platform, 'enhancements'>,
  asked: RequestedEnhancements | undefined,
  read: ReadBack,
): EnhancementFate[] {
  const declared = Object.entries(enhancements).flatMap(([name, enhancement]): EnhancementFate[] => {
    const sent = stateIn(read.asked, enhancement)
    const has = stateIn(read.stored, enhancement)
    const wanted = isOn(asked, name)
    if (sent === null && has === null && wanted !== true) return []
    const stored = has === null ? null : wordOf(has)
    return [{ name, asked: wanted === undefined ? 'platform' : wordOf(wanted), stored }]
  })
  const wanted = asked === 'platform' ? ('platform' as const) : ('off' as const)
  return [...declared, ...read.unlisted.map((name) => ({ name, asked: wanted, stored: 'on' as const }))]
}

/** What is on although nobody asked for it, where nothing was sent that says so. */
export function strayEnhancements(
  { enhancements = {} }: Pick<Platform, 'enhancements'>,
  fates: readonly EnhancementFate[],
  sent: object,
): Difference[] {
  return fates
    .filter(({ asked, stored }) => asked === 'off' && stored === 'on')
    .filter(({ name }) => !enhancements[name] || stateIn(sent, enhancements[name]) === null)
    .map(({ name }) => ({ field: `enhancements.${name}`, asked: 'off', stored: 'on', reason: 'nobody asked for it' }))
}
