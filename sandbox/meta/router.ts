import { recordChanges, recordCreation } from './content/activities.ts'
import { startAsyncBatch } from './graph/batch/async-batch.ts'
import { debugToken, removePermissions } from './oauth/debug.ts'
import { runBatch } from './graph/batch/batch.ts'
import { Created } from './call.ts'
import type { GraphCall } from './call.ts'
import {
  contentDeletes,
  contentEdgeDeletes,
  contentUpdates,
  contentWrites,
  edgeReads,
  edgeWrites,
} from './graph/special-edges.ts'
import { badParameter, unknownNode, unknownPath } from './errors.ts'
import type { Limiter } from './limiter.ts'
import { findNode } from './graph/node-lookup.ts'
import { accountOf } from './graph/target.ts'
import type { Target } from './graph/target.ts'
import { typeNamed } from './graph/node-types.ts'
import type { Account, GraphObject } from './campaigns/objects.ts'
import { isGiven } from './graph/params.ts'
import { requireScopes } from './graph/access/permissions.ts'
import { renderList, renderNode, requestedFields } from './graph/read/render.ts'
import { search } from './content/search.ts'
import { accountCreates, accountDeletes, deleteNode, nodeUpdates, replaceLabels } from './graph/writes.ts'

/** Where a call goes: the version root, `debug_token`, a node, or an edge of a node. */
export async function route(
  call: GraphCall,
  limiter: Limiter,
  noteAccount: (accountId: string) => void,
): Promise<unknown> {
  const [id, edge, ...rest] = call.segments
  if (isGiven(call.params, 'date_format'))
    throw badParameter('The date_format parameter is deprecated in v26.0+', 'date_format')
  if (id === undefined) return rootCall(call)
  if (edge === 'permissions' && call.method === 'DELETE') return removePermissions(call, id, rest[0])
  if (rest.length > 0) throw unknownPath(`/${rest.join('/')}`)
  if (id === 'debug_token') return debugToken(call)
  if (id === 'search' && call.method === 'GET') return search(call)
  if (call.tenant === '') throw unknownNode(id, call.method)

  const target = findNode(call, id)
  const account = accountOf(call, target)
  requireScopes(call, target, edge)
  if (account) {
    noteAccount(account.account_id)
    limiter.charge(account.account_id, call.method !== 'GET' && edge !== 'insights')
  }
  switch (call.method) {
    case 'GET':
      return edge === undefined ? readNode(call, target) : readEdge(call, target, edge)
    case 'POST':
      return answer(call, await write(call, target, account, edge))
    case 'DELETE':
      return remove(call, target, account, edge)
    default:
      throw unknownNode(id, call.method)
  }
}

function rootCall(call: GraphCall): unknown {
  if (isGiven(call.params, 'ids')) throw badParameter('The ids query parameter is deprecated in v26.0+', 'ids')
  if (call.method === 'POST' && isGiven(call.params, 'batch')) return runBatch(call)
  if (call.method === 'POST' && isGiven(call.params, 'asyncbatch')) return startAsyncBatch(call)
  throw unknownPath('/')
}

function readNode(call: GraphCall, { type, object }: Target): object {
  return renderNode(type, object, call, requestedFields(call, typeNamed(type).defaultFields))
}

function readEdge(call: GraphCall, { type, object }: Target, name: string): object {
  const special = edgeReads[`${type}/${name}`]
  if (special) return special(call, { type, object })
  const edge = typeNamed(type).edges[name]
  if (!edge) throw unknownPath(`/${name}`)
  return renderList(edge, object, call, { params: call.params, fields: requestedFields(call, edge.defaultFields) })
}

async function write(
  call: GraphCall,
  target: Target,
  account: Account | undefined,
  edge: string | undefined,
): Promise<object> {
  return edge === undefined ? update(call, target, account) : create(call, target, account, edge)
}

function update(call: GraphCall, target: Target, account: Account | undefined): object | Promise<object> {
  const changeContent = contentUpdates[target.type]
  if (changeContent) return changeContent(call, target)
  const change = nodeUpdates[target.type]
  if (!change || !account) throw unknownNode(target.object.id, call.method)
  if (target.type === 'AdAccount' && isGiven(call.params, 'asyncbatch')) return startAsyncBatch(call)
  const result = change(call, target, account)
  recordChanges(call.world, target.type, target.object)
  return result
}

function create(call: GraphCall, target: Target, account: Account | undefined, edge: string): object | Promise<object> {
  const writeContent = contentWrites[`${target.type}/${edge}`]
  if (writeContent) return writeContent(call, target)
  if (!account) throw unknownPath(`/${edge}`)
  if (target.type !== 'AdAccount' && edge === 'adlabels') {
    const result = replaceLabels(call, target, account)
    recordChanges(call.world, target.type, target.object)
    return result
  }
  const writeEdge = edgeWrites[`${target.type}/${edge}`]
  if (writeEdge) return writeEdge(call, target, account)
  const write = target.type === 'AdAccount' ? accountCreates[edge] : undefined
  if (!write) throw unknownPath(`/${edge}`)
  return write(call, account)
}

async function remove(
  call: GraphCall,
  target: Target,
  account: Account | undefined,
  edge: string | undefined,
): Promise<object> {
  const removeContent = edge === undefined ? contentDeletes[target.type] : contentEdgeDeletes[`${target.type}/${edge}`]
  if (removeContent) return removeContent(call, target)
  if (edge !== undefined) {
    const write = target.type === 'AdAccount' ? accountDeletes[edge] : undefined
    if (!write || !account) throw unknownPath(`/${edge}`)
    return write(call, account)
  }
  const result = deleteNode(call, target)
  recordChanges(call.world, target.type, target.object)
  if (!result) throw unknownNode(target.object.id, call.method)
  return result
}

const answersSuccess = new Set(['Campaign', 'AdSet', 'Ad', 'AdCreative'])

/** A new object is answered with its id or, when fields are asked for, with those. */
function answer(call: GraphCall, result: object): object {
  if (!(result instanceof Created)) return result
  recordCreation(call.world, result)
  if (isGiven(call.params, 'fields'))
    return renderNode(result.type, result.object as GraphObject, call, requestedFields(call, undefined))
  return answersSuccess.has(result.type) ? { id: result.object.id, success: true } : { id: result.object.id }
}
