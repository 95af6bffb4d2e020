import { textOf } from '../objects/objects.ts'
import type { Change, Entity, Fields } from '../objects/objects.ts'
import { put } from '../query/show-rows.ts'
import { resources } from '../schema/resources.ts'
import type { WrittenKind } from './kinds.ts'
import type { Draft, Step } from './step.ts'
import { required } from '../../core/required.ts'

function valueAt(fields: Fields, keys: string[]): unknown {
  return keys.reduce<unknown>((held, key) => (held as Fields | undefined)?.[key], fields)
}

interface Difference {
  changed: string[]
  before: Fields
  after: Fields
}

/** The fields that differ, and what they held before and after. */
export function difference({ resource }: WrittenKind, before: Fields, after: Fields): Difference {
  const found: Difference = { changed: [], before: {}, after: {} }
  for (const { keys, path } of required(resources.get(resource), 'resource').fields) {
    const [old, now] = [valueAt(before, keys), valueAt(after, keys)]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    found.changed.push(path.slice(resource.length + 1))
    if (old !== undefined) put(found.before, keys, old)
    if (now !== undefined) put(found.after, keys, now)
  }
  return found
}

/** Writes down who changed what; a change that changes nothing is not told of. */
export function recordChange(step: Step, before: Entity | undefined, after: Entity): void {
  const { draft, kind, verb } = step
  if (!kind.changeType) return
  const isGone = verb === 'remove'
  const differing = difference(kind, before?.fields ?? {}, isGone ? {} : after.fields)
  if (verb === 'update' && differing.changed.length === 0) return
  const at = draft.world.now()
  const change: Change = {
    id: `${BigInt(at) * 1000n + BigInt(draft.changes % 1000)}~${Math.floor(draft.changes / 1000)}~0`,
    customer: after.customer,
    at,
    resource: after.name,
    type: kind.changeType,
    operation: verb === 'create' ? 'CREATE' : isGone ? 'REMOVE' : 'UPDATE',
    client: 'GOOGLE_ADS_API',
    user: draft.user,
    ...placeOf(draft, kind, after),
    ...differing,
  }
  draft.changes++
  const key = `${change.customer} ${change.id} ${change.resource}`
  draft.world.changes.put(key, change)
  draft.undo.push(() => draft.world.changes.remove(key))
}

/** The campaign and the ad group that a change belongs to. */
export function placeOf(
  { world }: Pick<Draft, 'world'>,
  { kind }: Pick<WrittenKind, 'kind'>,
  { name, fields }: Entity,
) {
  if (kind === 'campaigns') return { campaign: name, adGroup: null }
  const adGroup = kind === 'adGroups' ? name : textOf(fields['adGroup']) || null
  const group = adGroup === null ? undefined : world.adGroups.get(adGroup)
  const campaign = textOf(group?.fields['campaign'] ?? fields['campaign']) || null
  return { campaign, adGroup }
}
