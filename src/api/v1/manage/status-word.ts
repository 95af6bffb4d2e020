import { z } from 'zod'
import { lookUp } from '../../../lookup.ts'
import type { EntityStatus, SwitchState } from '../../../platforms/contract/manage.ts'

/** Each platform has its own words; all of them are understood everywhere. */
const statuses: Record<string, Uppercase<SwitchState>> = {
  ACTIVE: 'ACTIVE',
  ENABLE: 'ACTIVE',
  ENABLED: 'ACTIVE',
  PAUSED: 'PAUSED',
  DISABLE: 'PAUSED',
  DISABLED: 'PAUSED',
}

const plainStatus = (word: unknown) =>
  typeof word === 'string' ? (lookUp(statuses, word.trim().toUpperCase()) ?? word) : word

/** What something can be switched to. */
export const SwitchStatus = z
  .enum(['ACTIVE', 'PAUSED'], {
    error: ({ input }) => (input === undefined ? 'is required' : 'must be PAUSED or ACTIVE'),
  })
  .meta({ id: 'SwitchStatus' })

/** The same in any platform's words. */
export const StatusWord = z
  .preprocess(
    plainStatus,
    SwitchStatus.transform((word) => word.toLowerCase() as SwitchState),
  )
  .meta({ description: 'PAUSED or ACTIVE; DISABLE and ENABLE are understood.' })

/** Only what is in one of these states; the words are the contract's, ours are the same in small letters. */
export function stateFilter<W extends Uppercase<EntityStatus>>(...words: [W, ...W[]]) {
  return z
    .enum(words)
    .transform((word) => word.toLowerCase() as Lowercase<W>)
    .optional()
}
