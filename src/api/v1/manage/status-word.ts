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

/** What something is switched to. */
export const StatusWord = z
  .preprocess(
    plainStatus,
    z.enum(['ACTIVE', 'PAUSED'], {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be PAUSED or ACTIVE'),
    }),
  )
  .transform((word) => word.toLowerCase() as SwitchState)
  .meta({ description: 'PAUSED or ACTIVE; DISABLE and ENABLE are understood.' })

/** Only what is in one of these states; the words are the contract's, ours are the same in small letters. */
export function stateFilter<W extends Uppercase<EntityStatus>>(...words: [W, ...W[]]) {
  return z
    .enum(words)
    .transform((word) => word.toLowerCase() as Lowercase<W>)
    .optional()
}
