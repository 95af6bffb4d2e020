import { Refusal, adsError, refusal } from '../errors.ts'
import type { PathElement } from '../errors.ts'
import { textOf } from '../objects/objects.ts'
import type { Customer, Entity, Fields } from '../objects/objects.ts'
import type { Kind, World } from '../world.ts'
import { snakeCase } from '../schema/fields.ts'
import type { Verb, WrittenKind } from './kinds.ts'

/** One call that writes, from its first operation to its last. */
export interface Draft {
  world: World
  customer: Customer
  /** Who is told to have made the changes. */
  user: string
  /** Takes back what was written so far, the last first. */
  undo: (() => void)[]
  /** Names with negative ids, and what they came to stand for; null when that could not be made. */
  temporary: Map<string, string | null>
  /** Fields that are left out without a word. */
  leftOut: string[]
  /** How many changes were told of, so that each has a name of its own. */
  changes: number
}

/** One operation of it. */
export interface Step {
  draft: Draft
  kind: WrittenKind
  verb: Verb
}

/** Where an error is: `name`, `keyword.text`, `ad.responsive_search_ad.headlines[2].text`. */
function pathOf(verb: Verb, path: string): PathElement[] {
  const elements = path
    .split('.')
    .filter(Boolean)
    .map((part) => {
      const [, fieldName = part, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? []
      return index === undefined ? { fieldName } : { fieldName, index: Number(index) }
    })
  return [{ fieldName: verb }, ...elements]
}

interface ErrorLocation {
  path?: string
  trigger?: string
  details?: object
}

/** A refusal of one operation; where in it stands in `place`, and often nothing else. */
export function fail(step: Step, name: string, message: string, place: string | ErrorLocation = {}): Refusal {
  const { path = '', ...more } = typeof place === 'string' ? { path: place } : place
  return new Refusal(adsError(name, message, { path: pathOf(step.verb, path), ...more }))
}

export function required(step: Step, path: string): Refusal {
  return fail(step, 'fieldError.REQUIRED', 'The required field was not present.', path)
}

export function store(draft: Draft, kind: Kind, entity: Entity): Entity {
  const { world } = draft
  const before = world[kind].get(entity.name)
  draft.undo.push(() => {
    if (before) world[kind].put(entity.name, before)
    else world[kind].remove(entity.name)
  })
  return world[kind].put(entity.name, entity)
}

/** A resource that another one names, if it is there and can be built upon. */
export function linked(step: Step, kind: Kind, given: Fields, field: string): Entity {
  const name = textOf(given[field])
  const path = snakeCase(field)
  if (!name) throw required(step, path)
  return findNamed(step, kind, name, path)
}

const patterns: Partial<Record<Kind, RegExp>> = {}

function patternOf(kind: Kind): RegExp {
  return (patterns[kind] ??= new RegExp(`^customers/(\\d{10})/${kind}/(-?\\d+(?:~-?\\d+)?)$`))
}

export function findNamed(step: Step, kind: Kind, given: string, path: string): Entity {
  const { world, customer, temporary } = step.draft
  const at = { path: pathOf(step.verb, path), trigger: given }
  const [, owner, ids] = patternOf(kind).exec(given) ?? []
  if (!owner)
    throw refusal(
      'requestError.RESOURCE_NAME_MALFORMED',
      `Resource name '${given}' is malformed: expected 'customers/{customer_id}/${kind}/{id}'.`,
      at,
    )
  const real = ids?.startsWith('-') ? temporary.get(given) : given
  if (real === null)
    throw refusal(
      'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS',
      'The temporary id was used for a resource that failed to be created.',
      at,
    )
  const found = real === undefined ? undefined : world[kind].get(real)
  if (found?.customer !== customer.id) throw refusal('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', at)
  return found
}

/** What was removed stays as it is. */
export function refuseRemoved(step: Step, { fields, name }: Entity, path = ''): void {
  if (fields['status'] === 'REMOVED')
    throw fail(
      step,
      'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
      'The operation is not allowed for removed resources.',
      { path, trigger: name },
    )
}

/** The switch of something new. */
export function firstStatus(step: Step, given: Fields): string {
  const status = textOf(given['status'] ?? 'ENABLED')
  if (status === 'REMOVED')
    throw fail(
      step,
      'operationAccessDeniedError.CREATE_AS_REMOVED_NOT_PERMITTED',
      'A resource cannot be created as removed.',
      'status',
    )
  checkStatus(step, status)
  return status
}

export function checkStatus(step: Step, status: unknown): void {
  if (status !== 'ENABLED' && status !== 'PAUSED')
    throw fail(step, 'enumError.ENUM_VALUE_NOT_PERMITTED', 'The enum value is not permitted.', {
      path: 'status',
      trigger: textOf(status),
    })
}

export function checkText(step: Step, given: Fields, field: string, max: number): string {
  const text = textOf(given[field])
  if (text.trim() === '') throw required(step, field)
  if ([...text].length > max)
    throw fail(step, 'stringLengthError.TOO_LONG', `The string is too long: at most ${max} characters.`, {
      path: field,
      trigger: text,
    })
  return text
}

/** Bids and budgets are whole numbers of the currency's smallest unit. */
export function isMultiple(amount: bigint, unit: number): boolean {
  return amount % BigInt(unit) === 0n
}
