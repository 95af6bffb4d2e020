import { z } from 'zod'

/** A file that the caller has already is not sent again. */
export const cachedTagHeader = { 'if-none-match': 'knownTag' }

export const CachedTag = z.string().optional().meta({ description: 'The ETag of what the caller has already.' })
