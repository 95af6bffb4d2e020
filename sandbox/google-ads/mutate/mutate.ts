import { customerOf, optionalFlag, readBody } from '../call.ts'
import type { AdsCall } from '../call.ts'
import { Refusal, badJson, partialFailure, refusal } from '../errors.ts'
import type { AdsError, PathElement } from '../errors.ts'
import { textOf } from '../objects/objects.ts'
import type { Customer, Entity, Fields } from '../objects/objects.ts'
import { showEntity } from '../objects/show.ts'
import { camelCase, snakeCase } from '../schema/fields.ts'
import { kindInPath, writtenKinds } from './kinds.ts'
import type { Verb, WrittenKind } from './kinds.ts'
import { createEntity, removeEntity, temporaryName, updateEntity } from './operations.ts'
import { isObject, readResource } from './read.ts'
import type { Draft, Step } from './step.ts'
import { required } from '../../core/required.ts'

const maxOperations = 10_000

interface Operation {
  kind: WrittenKind
  verb: Verb | null
  /** A resource for create and update, a name for remove. */
  given: unknown
  updateMask: unknown
  /** Where it stands in the call. */
  path: PathElement[]
}

interface Options {
  isPartial: boolean
  isOnlyChecked: boolean
  showsResources: boolean
}

const optionNames = ['partialFailure', 'validateOnly', 'responseContentType', 'customerId']

function readOptions(fields: Fields): Options {
  const content = fields['responseContentType'] ?? 'RESOURCE_NAME_ONLY'
  if (!['UNSPECIFIED', 'RESOURCE_NAME_ONLY', 'MUTABLE_RESOURCE'].includes(textOf(content)))
    throw badJson('response_content_type', `Invalid value at 'response_content_type', ${JSON.stringify(content)}`)
  return {
    isPartial: optionalFlag(fields, 'partialFailure'),
    isOnlyChecked: optionalFlag(fields, 'validateOnly'),
    showsResources: content === 'MUTABLE_RESOURCE',
  }
}

function listOf(fields: Fields, name: string): Fields[] {
  const list = fields[name] ?? []
  const isList = Array.isArray(list) && list.every(isObject)
  if (!isList) throw badJson(snakeCase(name), `Invalid value at '${snakeCase(name)}' (repeated message)`)
  if (list.length === 0)
    throw refusal('requestError.REQUIRED_FIELD_MISSING', 'The list of operations is missing.', {
      path: [{ fieldName: snakeCase(name) }],
    })
  if (list.length > maxOperations)
    throw refusal(
      'requestError.TOO_MANY_MUTATE_OPERATIONS',
      `The request contains too many operations: at most ${maxOperations}.`,
      {
        path: [{ fieldName: snakeCase(name) }],
      },
    )
  return list
}

function readOperation(kind: WrittenKind, operation: Fields, path: PathElement[], where: string): Operation {
  const read: Operation = { kind, verb: null, given: undefined, updateMask: undefined, path }
  for (const [name, value] of Object.entries(operation)) {
    const key = camelCase(name)
    if (value === null) continue
    if (key === 'updateMask' && kind.verbs.includes('update')) read.updateMask = value
    else if (key === 'exemptPolicyViolationKeys' || key === 'policyValidationParameter') continue
    else if (kind.verbs.includes(key as Verb)) {
      if (read.verb)
        throw badJson(where, `Invalid value at '${where}' (oneof), oneof field 'operation' is already set.`)
      read.verb = key as Verb
      read.given = key === 'remove' ? value : readResource(kind.resource, value, `${where}.${key}`)
    } else
      throw badJson(where, `Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`)
  }
  return read
}

/** `customers/1/campaigns:mutate`: operations on one kind of resource. */
export function mutateKind(call: AdsCall, [id = '', word = '']: string[]): object {
  const kind = required(kindInPath(word), 'kind')
  const customer = customerOf(call, id)
  const fields = readBody(call, ['operations', ...optionNames])
  const operations = listOf(fields, 'operations').map((operation, index) =>
    readOperation(kind, operation, [{ fieldName: 'operations', index }], `operations[${index}]`),
  )
  const { answers, ...rest } = perform(call, customer, operations, readOptions(fields))
  return { ...(answers ? { results: answers.map((answer) => answer ?? {}) } : {}), ...rest }
}

/** `googleAds:mutate`: operations on all kinds, in the order in which they stand. */
export function mutateAll(call: AdsCall, [id = '']: string[]): object {
  const customer = customerOf(call, id)
  const fields = readBody(call, ['mutateOperations', ...optionNames])
  const operations = listOf(fields, 'mutateOperations').map((wrapped, index) => {
    const where = `mutate_operations[${index}]`
    const at = { fieldName: 'mutate_operations', index }
    const [name, ...others] = Object.keys(wrapped)
    if (name === undefined)
      throw refusal('requestError.OPERATION_REQUIRED', 'The operation is missing.', { path: [at] })
    const kind = writtenKinds.find(({ field }) => `${field}Operation` === camelCase(name))
    if (!kind || others.length > 0)
      throw badJson(
        where,
        `Invalid JSON payload received. Unknown name "${others[0] ?? name}" at '${where}': Cannot find field.`,
      )
    const path = [at, { fieldName: `${kind.resource}_operation` }]
    const operation = wrapped[name]
    if (!isObject(operation))
      throw badJson(where, `Invalid value at '${where}' (type message), ${JSON.stringify(operation)}`)
    return readOperation(kind, operation, path, `${where}.${kind.resource}_operation`)
  })
  const { answers, ...rest } = perform(call, customer, operations, readOptions(fields))
  const responses = answers?.map((answer, index) =>
    answer ? { [`${required(operations[index], 'operation').kind.field}Result`]: answer } : {},
  )
  return { ...(responses ? { mutateOperationResponses: responses } : {}), ...rest }
}

interface Performed {
  answers?: (object | undefined)[]
  partialFailureError?: object
}

/** All of them or, with partialFailure, those that can be; what is only checked is taken back. */
function perform(call: AdsCall, customer: Customer, operations: Operation[], options: Options): Performed {
  const { world, tenant, request } = call
  if (customer.isManager)
    throw refusal(
      'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
      'Mutates cannot be requested for a manager account.',
    )
  call.limiter.charge(tenant, customer.id, operations.length)
  const user = `ops@${tenant}.example`
  const leftOut = request.effects.downgradeFields ?? []
  const draft: Draft = { world, customer, user, undo: [], temporary: new Map(), leftOut, changes: 0 }
  const errors: AdsError[] = []
  const made = attemptAll(draft, operations, errors)
  const isRefused = errors.length > 0 && !options.isPartial
  if (isRefused || (options.isOnlyChecked && !world.settings().ignoresDryRun)) takeBack(draft)
  if (isRefused) throw new Refusal(...errors)
  return {
    ...(options.isOnlyChecked
      ? {}
      : {
          answers: made.map((entity, index) =>
            shown(call, required(operations[index], 'operation').kind, entity, options),
          ),
        }),
    ...(errors.length > 0 ? { partialFailureError: partialFailure(errors, call.requestId) } : {}),
  }
}

function shown(
  { world }: AdsCall,
  { kind, field }: WrittenKind,
  entity: Entity | undefined,
  options: Options,
): object | undefined {
  if (!entity) return undefined
  return { resourceName: entity.name, ...(options.showsResources ? { [field]: showEntity(world, kind, entity) } : {}) }
}

function takeBack({ undo }: Draft, start = 0): void {
  for (const step of undo.splice(start).toReversed()) step()
}

function attemptAll(draft: Draft, operations: Operation[], errors: AdsError[]): (Entity | undefined)[] {
  try {
    return operations.map((operation) => attempt(draft, operation, errors))
  } catch (error) {
    takeBack(draft)
    throw error
  }
}

function attempt(draft: Draft, operation: Operation, errors: AdsError[]): Entity | undefined {
  const start = draft.undo.length
  let temporary: string | undefined
  try {
    const { verb, given, updateMask } = operation
    if (!verb) throw refusal('requestError.OPERATION_REQUIRED', 'The operation is missing.')
    const step: Step = { draft, kind: operation.kind, verb }
    if (verb !== 'update' && updateMask !== undefined)
      throw refusal(
        'fieldMaskError.FIELD_MASK_NOT_ALLOWED',
        'The field mask must not be provided for create and remove operations.',
        {
          path: [{ fieldName: 'update_mask' }],
        },
      )
    if (verb === 'remove') return removeEntity(step, given)
    if (verb === 'update') return updateEntity(step, given as Fields, updateMask)
    temporary = temporaryName(step, given as Fields)
    return createEntity(step, given as Fields, temporary)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    takeBack(draft, start)
    if (temporary) draft.temporary.set(temporary, null)
    for (const each of error.errors) errors.push({ ...each, path: [...operation.path, ...(each.path ?? [])] })
    return undefined
  }
}
