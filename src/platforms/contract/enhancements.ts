import { z } from 'zod'

/** What a platform changes in ads by itself, as far as it publishes a flag for it. */
export interface Enhancement {
  /** Where its flag stands in what a receipt compares, with dots between its parts. */
  place: string
  /** The platform's word for on. */
  on: string | boolean
  /** Its word for off; absent: the place is a list of what is on. */
  off?: string | boolean
  /** Which ads have it; absent: all. */
  of?: 'pictures' | 'videos' | 'carousels' | 'links'
}

/** By the names that callers use. */
export type Enhancements = Readonly<Record<string, Enhancement>>

const maxNamed = 200

/** on and off, and true and false for who says it so. */
const Switch = z
  .union([z.boolean(), z.enum(['on', 'off'])], { error: 'must be on or off' })
  .overwrite((word) => (typeof word === 'boolean' ? word : word === 'on'))

/** off: nothing, as when left out. platform: the platform decides, and no flag is sent. Named: these, and of the others nothing. */
export const RequestedEnhancements = z.union(
  [
    z.enum(['off', 'platform']),
    z
      .record(z.string().max(100), Switch)
      .refine((named) => Object.keys(named).length <= maxNamed, `names at most ${maxNamed} enhancements`),
  ],
  { error: 'must be off, platform, or names of enhancements, each with on or off' },
)

export type RequestedEnhancements = z.output<typeof RequestedEnhancements>
