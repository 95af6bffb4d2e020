import { z } from 'zod'
import { lookUp } from '../../../lookup.ts'

/** Each platform has its own words; all of them are understood everywhere. */
const statuses: Record<string, 'ACTIVE' | 'PAUSED'> = {
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
  .meta({ description: 'PAUSED or ACTIVE; DISABLE and ENABLE are understood.' })
