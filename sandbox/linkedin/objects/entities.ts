import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { accountOf, missingKey, writableAccount } from '../call.ts'
import { ApiError, invalidField, problemBody } from '../errors.ts'
import { batchAnswer, elementsOfBody, projected } from '../lists.ts'
import { allow, idsParam } from '../restli/params.ts'
import { applyPatch } from '../restli/patch.ts'
import type { Patched } from '../restli/patch.ts'
import { isRecord } from './objects.ts'
import type { Account, Entity, Fields } from './objects.ts'

/** What the three kinds of things in an ad account have in common. */
export interface EntityKind<T extends Entity> {
  find(call: ApiCall, key: string): T | undefined
  show(call: ApiCall, entity: T): Fields
  /** Checks what was sent and keeps it; answers with the key of what there is now. */
  create(call: ApiCall, account: Account, fields: Fields): string
  /** Checks the fields as the patch leaves them and keeps them. */
  change(call: ApiCall, entity: T, patched: Patched): void
  remove(call: ApiCall, entity: T): void
  statusField: 'status' | 'intendedStatus'
}

const reading = ['r_ads', 'rw_ads']
const writing = ['rw_ads']
const maxInBatch = 100

export function entityOperations<T extends Entity>(kind: EntityKind<T>, more: Operations): Operations {
  const own = (call: ApiCall, key: string): T | undefined => {
    const entity = kind.find(call, key)
    return entity && entity.account === call.accountId ? entity : undefined
  }
  const wanted = (call: ApiCall): T => {
    const entity = own(call, call.key)
    if (!entity) throw missingKey(call)
    return entity
  }
  return {
    GET: {
      scopes: reading,
      handle(call) {
        allow(call, [])
        accountOf(call)
        return { body: projected(call, kind.show(call, wanted(call))) }
      },
    },
    BATCH_GET: {
      scopes: reading,
      handle(call) {
        allow(call, ['ids'])
        accountOf(call)
        return batchAnswer(call, idsParam(call), (id) => {
          const entity = own(call, id)
          return entity && kind.show(call, entity)
        })
      },
    },
    CREATE: {
      scopes: writing,
      handle(call) {
        allow(call, [])
        return { status: 201, id: kind.create(call, writableAccount(call), call.body) }
      },
    },
    BATCH_CREATE: { scopes: writing, handle: (call) => createSome(call, kind) },
    PARTIAL_UPDATE: {
      scopes: writing,
      handle(call) {
        allow(call, [])
        writableAccount(call)
        const entity = wanted(call)
        kind.change(call, entity, applyPatch(entity.fields, call.body))
        return { status: 204 }
      },
    },
    BATCH_PARTIAL_UPDATE: { scopes: writing, handle: (call) => changeSome(call, kind, own) },
    DELETE: { scopes: writing, handle: (call) => removeDraft(call, kind, wanted) },
    ...more,
  }
}

function removeDraft<T extends Entity>(call: ApiCall, kind: EntityKind<T>, wanted: (call: ApiCall) => T): ApiAnswer {
  allow(call, [])
  writableAccount(call)
  const entity = wanted(call)
  if (entity.fields[kind.statusField] !== 'DRAFT')
    throw invalidField(
      'DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS',
      kind.statusField,
      'Delete is allowed only for entities in DRAFT status; set PENDING_DELETION instead',
    )
  kind.remove(call, entity)
  return { status: 204 }
}

/** Each of them stands or falls on its own. */
function createSome<T extends Entity>(call: ApiCall, kind: EntityKind<T>): ApiAnswer {
  allow(call, [])
  const account = writableAccount(call)
  const sent = elementsOfBody(call)
  if (sent.length > maxInBatch)
    throw invalidField('INVALID_VALUE_FOR_FIELD', 'elements', `A batch takes at most ${maxInBatch} elements`)
  const elements = sent.map((fields) => attempted(() => ({ status: 201, id: kind.create(call, account, fields) })))
  return { status: 200, body: { elements } }
}

function changeSome<T extends Entity>(
  call: ApiCall,
  kind: EntityKind<T>,
  own: (call: ApiCall, key: string) => T | undefined,
): ApiAnswer {
  allow(call, ['ids'])
  writableAccount(call)
  const { entities } = call.body
  const ids = idsParam(call)
  if (!isRecord(entities) || Object.keys(entities).sort().join() !== ids.toSorted().join())
    throw invalidField('INVALID_VALUE_FOR_FIELD', 'entities', 'The keys of the body are not those of the query')
  const results: Record<string, Fields> = {}
  const errors: Record<string, unknown> = {}
  for (const id of ids) {
    const answer = attempted(() => {
      const entity = own(call, id)
      if (!entity) throw missingKey({ ...call, key: id })
      kind.change(call, entity, applyPatch(entity.fields, isRecord(entities[id]) ? entities[id] : {}))
      return { status: 204 }
    })
    if (answer['error']) errors[id] = answer['error']
    else results[id] = answer
  }
  return { body: { results, errors } }
}

function attempted(work: () => Fields): Fields {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, error: problemBody(error) }
  }
}

/** How an entity looks once a change is kept. */
export function changed<T extends Entity>(entity: T, fields: Fields, now: number, statusField: string): T {
  const status = String(fields[statusField])
  const isMoved = entity.fields[statusField] !== status
  return {
    ...entity,
    fields,
    updated: now,
    revision: entity.revision + 1,
    history: isMoved ? [...entity.history, { at: now, status }] : entity.history,
  }
}
