import type { Entity, Fields } from '../../objects/objects.ts'
import { minimumUnit } from '../../report/metrics.ts'
import { snakeCase } from '../../schema/fields.ts'
import { checkText, fail, isMultiple, required } from '../step.ts'
import type { Step } from '../step.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxMicros = 10n ** 15n
const maxLetters = 255

function checkAmount(step: Step, given: Fields, field: string): void {
  const path = snakeCase(field)
  const amount = BigInt(given[field] as string)
  const refuse = (code: string, message: string) =>
    fail(step, `campaignBudgetError.${code}`, message, { path, trigger: String(amount) })
  if (amount < 0n) throw refuse('NEGATIVE_MONEY_AMOUNT', 'A money amount was negative.')
  if (amount === 0n)
    throw refuse(
      'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
      'A money amount was less than the minimum CPC for the currency.',
    )
  if (amount > maxMicros) throw refuse('MONEY_AMOUNT_TOO_LARGE', 'A money amount was greater than the maximum allowed.')
  if (!isMultiple(amount, minimumUnit(step.draft.customer.currency)))
    throw refuse('NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', 'A money amount was not a multiple of a minimum unit.')
}

function checkAmounts(step: Step, given: Fields): void {
  const isCustom = given['period'] === 'CUSTOM_PERIOD'
  const refuse = (code: string, path: string) =>
    fail(step, `campaignBudgetError.${code}`, 'The amount does not go with the period of the budget.', path)
  if (isCustom && given['amountMicros'] !== undefined)
    throw refuse('BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD', 'amount_micros')
  if (!isCustom && given['totalAmountMicros'] !== undefined)
    throw refuse('TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY', 'total_amount_micros')
  const field = isCustom ? 'totalAmountMicros' : 'amountMicros'
  if (given[field] === undefined) throw required(step, snakeCase(field))
  checkAmount(step, given, field)
}

function checkName(step: Step, given: Fields, own?: string): void {
  const { world, customer } = step.draft
  const name = checkText(step, given, 'name', maxLetters)
  const others = world.campaignBudgets.lookup('name', `${customer.id} ${name.toLowerCase()}`)
  if (others.some((other) => other.name !== own && other.fields['explicitlyShared'] === true))
    throw fail(step, 'campaignBudgetError.DUPLICATE_NAME', 'Another non-removed budget has the same name.', {
      path: 'name',
      trigger: name,
    })
}

export const budgetRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    checkAmounts(step, given)
    // Whoever says nothing makes a budget that campaigns can share.
    const isShared = given['explicitlyShared'] !== false
    if (isShared) checkName(step, given)
    if (given['deliveryMethod'] === 'ACCELERATED')
      throw fail(
        step,
        'campaignBudgetError.CANNOT_USE_ACCELERATED_DELIVERY_MODE',
        'Accelerated delivery is not available.',
        'delivery_method',
      )
    const id = step.draft.world.newId()
    const fields = {
      name: given['name'] ?? `Budget ${id}`,
      period: 'DAILY',
      deliveryMethod: 'STANDARD',
      type: 'STANDARD',
      ...given,
      id,
      explicitlyShared: isShared,
      status: 'ENABLED',
    }
    return { id, fields }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    const isChanged = (field: string) => changed.includes(field)
    if (isChanged('amountMicros') || isChanged('totalAmountMicros')) checkAmounts(step, after)
    const wasShared = before.fields['explicitlyShared'] === true
    if (isChanged('explicitlyShared') && wasShared && after['explicitlyShared'] !== true)
      throw fail(
        step,
        'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED',
        'A shared budget stays a shared one.',
        'explicitly_shared',
      )
    if (isChanged('explicitlyShared') && !wasShared && after['explicitlyShared'] === true && !isChanged('name'))
      throw fail(
        step,
        'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_EXPLICITLY_SHARED_WITHOUT_NAME',
        'A budget needs a name to be shared.',
        'name',
      )
    if (!isChanged('name')) return
    if (after['explicitlyShared'] !== true)
      throw fail(
        step,
        'campaignBudgetError.CANNOT_MODIFY_FIELD_OF_IMPLICITLY_SHARED_CAMPAIGN_BUDGET',
        'The name follows that of the campaign.',
        'name',
      )
    checkName(step, after, before.name)
  },
  remove(step: Step, { name }: Entity): void {
    if (step.draft.world.campaigns.count('budget', name) > 0)
      throw fail(
        step,
        'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE',
        'The budget is used by a campaign and cannot be removed.',
        { trigger: name },
      )
  },
}
