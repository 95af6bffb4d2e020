import { textOf } from '../../objects/objects.ts'
import type { Entity, Fields } from '../../objects/objects.ts'
import type { Kind } from '../../world.ts'
import { checkText, fail, required } from '../step.ts'
import type { Step } from '../step.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxName = 100
const maxDays = 540

function refuseTaken(step: Step, kind: Kind, name: string, own?: string): boolean {
  const { world, customer } = step.draft
  return world[kind]
    .lookup('customer', customer.id)
    .some((other) => other.fields['status'] !== 'REMOVED' && other.fields['name'] === name && other.name !== own)
}

/** Those that people make; all others come from other products. */
const madeTypes = ['AD_CALL', 'UPLOAD_CALLS', 'UPLOAD_CLICKS', 'WEBPAGE', 'WEBSITE_CALL']

function checkAction(step: Step, fields: Fields, own?: string): void {
  const name = checkText(step, fields, 'name', maxName)
  if (refuseTaken(step, 'conversionActions', name, own))
    throw fail(step, 'conversionActionError.DUPLICATE_NAME', 'The specified conversion action name already exists.', {
      path: 'name',
      trigger: name,
    })
  const days = fields['clickThroughLookbackWindowDays']
  if (days !== undefined && (Number(days) < 1 || Number(days) > 90))
    throw fail(step, 'rangeError.TOO_HIGH', 'The window has from 1 to 90 days.', {
      path: 'click_through_lookback_window_days',
      trigger: textOf(days),
    })
}

export const conversionActionRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    if (given['type'] === undefined) throw required(step, 'type')
    if (!madeTypes.includes(textOf(given['type'])))
      throw fail(step, 'conversionActionError.CREATION_NOT_SUPPORTED', 'Such an action cannot be created.', 'type')
    checkAction(step, given)
    const id = step.draft.world.newId()
    const usual = { status: 'ENABLED', category: 'DEFAULT', countingType: 'MANY_PER_CLICK', primaryForGoal: true }
    const windows = { clickThroughLookbackWindowDays: '30', viewThroughLookbackWindowDays: '1' }
    return { id, fields: { ...usual, ...windows, origin: 'WEBSITE', ...given, id } }
  },
  update(step: Step, before: Entity, after: Fields): void {
    checkAction(step, after, before.name)
  },
}

/** A list is of the one kind whose message is set. */
const listTypes: Record<string, string> = { crmBasedUserList: 'CRM_BASED', basicUserList: 'REMARKETING' }

function checkList(step: Step, fields: Fields, own?: string): void {
  const name = checkText(step, fields, 'name', 255)
  if (refuseTaken(step, 'userLists', name, own))
    throw fail(step, 'userListError.NAME_ALREADY_USED', 'The name is already being used for another user list.', {
      path: 'name',
      trigger: name,
    })
  const days = fields['membershipLifeSpan']
  if (days !== undefined && (Number(days) < 0 || Number(days) > maxDays))
    throw fail(step, 'rangeError.TOO_HIGH', `Members stay for at most ${maxDays} days.`, {
      path: 'membership_life_span',
      trigger: textOf(days),
    })
}

export const userListRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    checkList(step, given)
    const kinds = Object.keys(listTypes).filter((key) => given[key] !== undefined)
    if (kinds.length !== 1)
      throw fail(step, 'userListError.CONCRETE_TYPE_REQUIRED', 'Concrete type of user list is required.')
    const type = listTypes[kinds[0]!]
    const id = step.draft.world.newId()
    const size = { sizeForDisplay: '0', sizeForSearch: '0', eligibleForSearch: true, eligibleForDisplay: true }
    const usual = { membershipStatus: 'OPEN', membershipLifeSpan: '30', readOnly: false, ...size }
    return { id, fields: { ...usual, ...given, id, type } }
  },
  update(step: Step, before: Entity, after: Fields): void {
    checkList(step, after, before.name)
  },
}

const formTexts: Record<string, number> = { businessName: 25, headline: 30, description: 200 }

/** Of all assets, lead forms can be made. */
export const assetRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const form = given['leadFormAsset'] as Fields | undefined
    if (!form) throw fail(step, 'assetError.ASSET_DATA_IS_MISSING', 'The required asset data is missing.')
    checkText(step, given, 'name', 255)
    for (const [field, most] of Object.entries(formTexts)) {
      const text = textOf(form[field])
      const path = `lead_form_asset.${field === 'businessName' ? 'business_name' : field}`
      if (text === '') throw required(step, path)
      if (text.length > most)
        throw fail(step, 'stringLengthError.TOO_LONG', `The string is too long: at most ${most} characters.`, {
          path,
          trigger: text,
        })
    }
    for (const field of ['callToActionType', 'callToActionDescription', 'privacyPolicyUrl', 'fields'])
      if (form[field] === undefined)
        throw required(step, `lead_form_asset.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
    const id = step.draft.world.newId()
    return { id, fields: { ...given, id, type: 'LEAD_FORM', source: 'ADVERTISER' } }
  },
}
