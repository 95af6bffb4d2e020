import { downgraded } from '../../core/downgrade.ts'
import { refusal } from '../errors.ts'
import { textOf } from '../objects/objects.ts'
import type { Entity, Fields } from '../objects/objects.ts'
import { customerName } from '../objects/show.ts'
import type { Kind } from '../world.ts'
import { put } from '../query/show-rows.ts'
import type { Field } from '../schema/fields.ts'
import { resources } from '../schema/resources.ts'
import { recordChange } from './changes.ts'
import { readMask } from './read.ts'
import { adGroupRules, assetGroupRules } from './rules/ad-groups.ts'
import { adRules } from './rules/ads.ts'
import { assetRules, conversionActionRules, userListRules } from './rules/belongings.ts'
import { budgetRules } from './rules/budgets.ts'
import { campaignRules } from './rules/campaigns.ts'
import { adGroupCriterionRules, campaignCriterionRules, sharedCriterionRules } from './rules/criteria.ts'
import type { Rules } from './rules/rules.ts'
import { campaignSharedSetRules, sharedSetRules } from './rules/shared-sets.ts'
import { fail, findNamed, refuseRemoved, store } from './step.ts'
import type { Step } from './step.ts'
import { required } from '../../core/required.ts'

const rulesOf: Record<Kind, Rules> = {
  campaignBudgets: budgetRules,
  campaigns: campaignRules,
  adGroups: adGroupRules,
  adGroupAds: adRules,
  adGroupCriteria: adGroupCriterionRules,
  campaignCriteria: campaignCriterionRules,
  sharedSets: sharedSetRules,
  sharedCriteria: sharedCriterionRules,
  campaignSharedSets: campaignSharedSetRules,
  assetGroups: assetGroupRules,
  conversionActions: conversionActionRules,
  userLists: userListRules,
  assets: assetRules,
}

/** Takes out what only the platform sets. */
function writable({ kind }: Step, given: Fields): Fields {
  const kept = structuredClone(given)
  for (const { keys, writing } of required(resources.get(kind.resource), 'resource').fields)
    if (writing === 'never' && keys.length === 1) delete kept[keys[0]!]
  return kept
}

/** The name that a new resource was given for the rest of the call, if any. */
export function temporaryName(step: Step, given: Fields): string | undefined {
  const name = textOf(given['resourceName'])
  if (!name) return undefined
  const { kind } = step
  const own = `${customerName(step.draft.customer.id)}/${kind.kind}/`
  const ids = name.slice(own.length)
  if (!name.startsWith(own) || !/^-?\d+(~-?\d+)?$/.test(ids))
    throw fail(step, 'requestError.RESOURCE_NAME_MALFORMED', `Resource name '${name}' is malformed.`, {
      path: 'resource_name',
      trigger: name,
    })
  if (!ids.includes('-'))
    throw fail(
      step,
      'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE',
      'Do not set the id field while creating new resources.',
      'resource_name',
    )
  if (step.draft.temporary.has(name))
    throw fail(
      step,
      'newResourceCreationError.DUPLICATE_TEMP_IDS',
      'Creating more than one resource with the same temp ID is not allowed.',
      'resource_name',
    )
  return name
}

export function createEntity(step: Step, given: Fields, temporary: string | undefined): Entity {
  const { draft, kind } = step
  const { id, fields } = rulesOf[kind.kind].create(step, writable(step, given))
  const name = `${customerName(draft.customer.id)}/${kind.kind}/${id}`
  const now = draft.world.now()
  const known = draft.world[kind.kind].get(name)
  if (temporary) draft.temporary.set(temporary, name)
  if (known && known.fields['status'] !== 'REMOVED') return known
  const keyword = known?.fields['keyword']
  const kept = { ...downgraded(fields, draft.leftOut), ...(keyword ? { keyword } : {}) }
  // What was removed and is written again is the same resource once more.
  const history = [...(known?.history ?? []), { at: now, status: textOf(fields['status'] ?? 'ENABLED') }]
  const entity = {
    name,
    customer: draft.customer.id,
    created: known?.created ?? now,
    history,
    fields: { ...kept, resourceName: name },
  }
  store(draft, kind.kind, entity)
  recordChange(step, undefined, entity)
  return entity
}

export function updateEntity(step: Step, given: Fields, updateMask: unknown): Entity {
  const { draft, kind } = step
  const name = textOf(given['resourceName'])
  if (!name) throw fail(step, 'requestError.RESOURCE_NAME_MISSING', 'Resource name is missing.', 'resource_name')
  const mask = readMask(kind.resource, updateMask)
  const before = findNamed(step, kind.kind, name, 'resource_name')
  refuseRemoved(step, before)
  const after = structuredClone(before.fields)
  for (const field of mask) {
    if (draft.leftOut.includes(field.keys.join('.'))) continue
    setValue(after, field, given)
  }
  rulesOf[kind.kind].update?.(
    step,
    before,
    after,
    mask.map(({ keys }) => keys.join('.')),
  )
  const isSwitched = after['status'] !== before.fields['status']
  const history = isSwitched
    ? [...before.history, { at: draft.world.now(), status: textOf(after['status']) }]
    : before.history
  const entity = { ...before, history, fields: after }
  store(draft, kind.kind, entity)
  recordChange(step, before, entity)
  return entity
}

const lasting = ['name', 'status', 'campaignBudget']

/** What the mask names and the resource leaves out is cleared. */
function setValue(after: Fields, { keys, path }: Field, given: Fields): void {
  const value = keys.reduce<unknown>((held, key) => (held as Fields | undefined)?.[key], given)
  if (value === undefined && lasting.includes(keys.join('.')))
    throw refusal('fieldError.FIELD_CANNOT_BE_CLEARED', 'The field cannot be cleared.', {
      path: [{ fieldName: 'update' }, { fieldName: path.slice(path.indexOf('.') + 1) }],
    })
  put(after, keys, value)
}

export function removeEntity(step: Step, given: unknown): Entity {
  const { draft, kind } = step
  if (typeof given !== 'string' || given === '')
    throw fail(step, 'requestError.RESOURCE_NAME_MISSING', 'Resource name is missing.')
  const before = findNamed(step, kind.kind, given, '')
  refuseRemoved(step, before)
  rulesOf[kind.kind].remove?.(step, before)
  const history = [...before.history, { at: draft.world.now(), status: 'REMOVED' }]
  const entity = { ...before, history, fields: { ...before.fields, status: 'REMOVED' } }
  store(draft, kind.kind, entity)
  recordChange(step, before, entity)
  return entity
}
