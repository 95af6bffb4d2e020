import { z } from 'zod'

/** A file that the caller has already is not sent again. */
export const knownTagHeader = { 'if-none-match': 'knownTag' }

export const KnownTag = z.string().optional().meta({ description: 'The ETag of what the caller has already.' })
