import type { z } from 'zod'
import { schemaIssues, withInput } from '../../../call/parse.ts'
import type { Connections } from '../../../core/deps.ts'
import { AppError, badRequest } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'

type Fields = Record<string, string>

/** What opens a platform, by its own rules. */
export function readFields(
  { connections }: { connections: Connections },
  word: string,
  given: Fields,
): { platform: Platform; credentials: Fields } {
  const name = connections.platforms.named(word)
  const platform = name === null ? undefined : connections.platforms.driver(name)
  if (platform) return { platform, credentials: parsedBy(platform.credentials, 'credentials', given) }
  const message = `there is no such platform; there are: ${connections.platforms.names.join(', ')}`
  throw badRequest([{ path: 'platform', message }])
}

/** Every problem is named; no value is ever repeated. */
export function parsedBy(schema: z.ZodObject, field: string, given: Fields): Fields {
  const strict = schema.strict()
  const parsed = strict.safeParse(given, withInput)
  if (parsed.success) return parsed.data as Fields
  const known = Object.keys(schema.shape).join(', ')
  const unknown = parsed.error.issues.flatMap((issue): Issue[] =>
    issue.code === 'unrecognized_keys'
      ? // A name this short cannot be a secret that ended up in the wrong place.
        issue.keys.map((key) => ({
          path: /^\w{1,30}$/.test(key) ? `${field}.${key}` : field,
          message: `is none of its fields, which are: ${known}`,
        }))
      : [],
  )
  const others = schemaIssues(parsed.error).filter(({ path }) => path !== '')
  throw badRequest([...others.map((issue) => ({ ...issue, path: `${field}.${issue.path}` })), ...unknown])
}

/** Owners decide about what belongs to the whole company for good. */
export function requireOwner(role: string): void {
  if (role === 'owner') return
  throw new AppError('forbidden', 'This is for owners of the company.', { needed: 'owner', has: role })
}
