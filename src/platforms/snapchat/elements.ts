import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import { elementFailure } from './errors.ts'
import { platformName } from './name.ts'
import type { CallOptions, Request, Transport } from './transport.ts'
import { ElementWire } from './wire.ts'

/** What the platform calls many of them, and one. */
export const kinds = {
  organization: 'organizations',
  adaccount: 'adaccounts',
  campaign: 'campaigns',
  adsquad: 'adsquads',
  ad: 'ads',
  creative: 'creatives',
  media: 'media',
} as const
export type Kind = keyof typeof kinds

/** What kind of thing a call is about, and the shape in which it is answered. */
export interface Entity<T> {
  kind: Kind
  schema: z.ZodType<T>
}

export interface SnapPage<T> {
  items: T[]
  /** The query of the next page; null: this was the last. */
  next: string | null
}

/** Makes a call that is answered with a list, and takes its elements out of their wrapping. */
export async function callForElements<T>(
  transport: Transport,
  request: Request,
  entity: Entity<T>,
  options: CallOptions,
): Promise<SnapPage<T>> {
  const { envelope } = await transport.call(request, options)
  const isWrite = request.method !== 'GET'
  const name = kinds[entity.kind]
  const list: unknown = envelope?.[name]
  if (!Array.isArray(list)) throw strangeShape(name, isWrite)
  const items = list.map((each) => readElement(each, entity, isWrite, envelope?.request_id))
  const link = envelope?.paging?.next_link
  // Only the query is taken: on another host than the platform's own the token has no business.
  return { items, next: link ? new URL(link, request.url).search : null }
}

/** The same for a call about one entity, which is answered with a list of one. */
export async function callForOne<T>(
  transport: Transport,
  request: Request,
  entity: Entity<T>,
  options: CallOptions,
): Promise<T> {
  const [first] = (await callForElements(transport, request, entity, options)).items
  if (first === undefined) throw strangeShape(kinds[entity.kind], request.method !== 'GET')
  return first
}

function readElement<T>(
  value: unknown,
  { kind, schema }: Entity<T>,
  isWrite: boolean,
  requestId: string | undefined,
): T {
  const element = ElementWire.safeParse(value).data
  if (!element) throw strangeShape(kinds[kind], isWrite)
  // A call can be answered 200 although what it asked for was refused.
  if (element.sub_request_status !== undefined && element.sub_request_status.toUpperCase() !== 'SUCCESS')
    throw new PlatformError(elementFailure(element.sub_request_error_reason, requestId))
  return check(schema, element[kind], isWrite)
}

export function check<T>(schema: z.ZodType<T>, value: unknown, isWrite: boolean): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw strangeShape(parsed.error.issues.map((issue) => issue.path.join('.')).join(', '), isWrite)
}

/** An answer in a shape we do not know: for a write that means we cannot tell what happened. */
function strangeShape(where: string, isWrite: boolean): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: isWrite ? 'unknown' : 'transient',
    message: `The platform answered in an unexpected shape (${where || 'whole body'}).`,
  })
}
