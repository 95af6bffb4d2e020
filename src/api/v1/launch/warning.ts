import { z } from 'zod'

/** What keeps nobody from launching, and is better known. */
export const Warning = z
  .object({ path: z.string(), message: z.string() })
  .meta({ description: 'A field that the platform makes no use of: the ad is made without it.' })
