import type { z } from 'zod'
import type { Connections } from '../../../core/deps.ts'
import { AppError, badRequest } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import { checkFields } from '../../../platforms/kit/fields/given-fields.ts'

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
  const { values, problems } = checkFields(schema, given)
  if (values) return values
  throw badRequest(problems.map(({ field: name, message }) => ({ path: name ? `${field}.${name}` : field, message })))
}

/** Owners decide about what belongs to the whole company for good. */
export function requireOwner(role: string): void {
  if (role === 'owner') return
  throw new AppError('forbidden', 'This is for owners of the company.', { needed: 'owner', has: role })
}
