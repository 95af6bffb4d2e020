import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { badParameter, notOneOf } from '../errors.ts'
import { newTreeId } from '../world.ts'
import type { World } from '../world.ts'
import type { Account, GraphObject, Label } from '../campaigns/objects.ts'
import { isObject, listParam, requiredText, textListParam, textOf, textParam } from './params.ts'

type LabelledKind = 'campaigns' | 'adsets' | 'ads' | 'creatives'

export function createLabel(call: GraphCall, account: Account): Created {
  return new Created('AdLabel', findOrCreateLabel(call.world, account, requiredText(call.params, 'name')))
}

function findOrCreateLabel(world: World, account: Account, name: string): Label {
  const [known] = world.labels.lookup('name', `${account.account_id} ${name}`)
  if (known) return known
  const id = newTreeId(world)
  const now = world.now()
  return world.labels.put(id, {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    name,
    created: now,
    updated: now,
  })
}

/** A name creates its label on the fly; an id must be a label of the account. Checks everything before creating anything. */
export function readLabels(call: GraphCall, account: Account): { commit(): string[] } | undefined {
  const given = listParam(call.params, 'adlabels')
  if (!given) return undefined
  const wanted = given.map((entry) => {
    if (!isObject(entry)) throw badParameter('Param adlabels must be an array of objects', 'adlabels')
    const id = textOf(entry['id'])
    const name = textOf(entry['name'])
    if (id && call.world.labels.get(id)?.account_id !== account.account_id)
      throw badParameter(`Ad label ${id} does not exist`, 'adlabels')
    if (!id && !name) throw badParameter('Each ad label needs an id or a name', 'adlabels')
    return { id, name: name ?? '' }
  })
  return { commit: () => wanted.map(({ id, name }) => id ?? findOrCreateLabel(call.world, account, name).id) }
}

/** Objects of the account that carry any, or all, of the labels named in the call. */
export function labelled(call: GraphCall, kind: LabelledKind, accountId: string): GraphObject[] {
  const ids = textListParam(call.params, 'ad_label_ids')
  if (!ids || ids.length === 0) throw badParameter('The parameter ad_label_ids is required', 'ad_label_ids')
  const operator = textParam(call.params, 'operator') ?? 'ANY'
  if (operator !== 'ANY' && operator !== 'ALL') throw notOneOf('operator', ['ALL', 'ANY'])
  const all: (GraphObject & { labels: string[] })[] = call.world[kind].lookup('account', accountId)
  const carries = (labels: string[]) =>
    operator === 'ALL' ? ids.every((id) => labels.includes(id)) : ids.some((id) => labels.includes(id))
  return all.filter((object) => carries(object.labels))
}

/** `adlabels` as a node shows them. */
export function labelsOf(world: World, ids: string[]): { id: string; name: string }[] | undefined {
  const labels = ids.map((id) => world.labels.get(id)).filter((label) => label !== undefined)
  return labels.length > 0 ? labels.map(({ id, name }) => ({ id, name })) : undefined
}
