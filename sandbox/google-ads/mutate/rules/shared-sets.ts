import { idOf } from '../../objects/objects.ts'
import type { Entity, Fields } from '../../objects/objects.ts'
import { checkText, fail, linked, refuseRemoved, required } from '../step.ts'
import type { Step } from '../step.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxLetters = 255

function checkName(step: Step, given: Fields, own?: string): void {
  const { world, customer } = step.draft
  const name = checkText(step, given, 'name', maxLetters)
  const others = world.sharedSets.lookup('name', `${customer.id} ${name.toLowerCase()}`)
  if (others.some((other) => other.name !== own))
    throw fail(step, 'sharedSetError.DUPLICATE_NAME', 'A shared set with this name already exists.', {
      path: 'name',
      trigger: name,
    })
}

export const sharedSetRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    if (given['type'] === undefined) throw required(step, 'type')
    if (given['type'] !== 'NEGATIVE_KEYWORDS')
      throw fail(
        step,
        'sharedSetError.CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE',
        'The customer cannot create shared sets of this type.',
        'type',
      )
    checkName(step, given)
    const id = step.draft.world.newId()
    return { id, fields: { ...given, id, status: 'ENABLED' } }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (changed.includes('name')) checkName(step, after, before.name)
  },
  remove(step: Step, { name }: Entity): void {
    if (step.draft.world.campaignSharedSets.count('sharedSet', name) > 0)
      throw fail(
        step,
        'sharedSetError.SHARED_SET_IN_USE',
        'The shared set is used by a campaign and cannot be removed.',
        { trigger: name },
      )
  },
}

export const campaignSharedSetRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const campaign = linked(step, 'campaigns', given, 'campaign')
    refuseRemoved(step, campaign, 'campaign')
    const set = linked(step, 'sharedSets', given, 'sharedSet')
    refuseRemoved(step, set, 'shared_set')
    const id = `${idOf(campaign.name)}~${idOf(set.name)}`
    const known = step.draft.world.campaignSharedSets.get(`customers/${campaign.customer}/campaignSharedSets/${id}`)
    if (known && known.fields['status'] !== 'REMOVED')
      throw fail(step, 'mutateError.RESOURCE_ALREADY_EXISTS', 'The resource being created already exists.', {
        trigger: known.name,
      })
    return { id, fields: { ...given, campaign: campaign.name, sharedSet: set.name, status: 'ENABLED' } }
  },
}
