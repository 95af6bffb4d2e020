import { z } from 'zod'
import { keptEndFields } from '../../../core/ends/listed.ts'
import { ownFields } from './structure-row.ts'

/** What every ad has in a list. */
export const adFields = {
  ...ownFields,
  createdTime: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was made; null where the platform does not tell.' }),
  ...keptEndFields,
  thumbnailUrl: z.string().nullable().meta({ description: 'Address of a small picture of it.' }),
}

export const AdRow = z
  .object({
    ...adFields,
    adsManagerUrl: z
      .string()
      .nullable()
      .meta({ description: "Where it is in the platform's own tool; of the sandbox, its page there." }),
  })
  .meta({ id: 'AdRow' })
