import { casesOf } from '../builder/draft.ts'
import type { Action, Draft, Filter, Schedule, Scope } from '../builder/draft.ts'
import { conditionWords } from './conditions.ts'
import { cronWords } from './cron.ts'
import { both, either, inOrder } from './joined.ts'
import { levelName } from './names.ts'
import { stateWord, t } from '../../../languages/t.ts'

/** The whole rule, read back as a person would say it. */
export function sentenceOf(draft: Draft): string {
  const { one } = levelName(draft.scope?.level)
  const cases = casesOf(draft).map(({ when, then = [] }, index) => {
    const doing = inOrder(then.map(actionWords)) || '…'
    const start = index === 0 ? t('when') : t('otherwise, when')
    return `${start} ${when ? conditionWords(when) : '…'}, ${modeWords(draft.mode)} ${doing}`
  })
  const said = t('{capital}, for each {scope}: {cases}', {
    capital: capital(scheduleWords(draft.schedule)),
    scope: scopeWords(draft.scope, one),
    cases: [cases.join('; '), currencyWords(draft.currency)].filter(Boolean).join(', '),
  })
  return /\.[”“]$/.test(said) ? said : `${said}.`
}

function currencyWords(currency: string | undefined): string {
  if (currency === undefined || currency === 'account') return ''
  if (currency === 'company') return t('with figures told in the currency of the company')
  return t('with figures told in {currency}', { currency })
}

function modeWords(mode: string | undefined): string {
  if (mode === 'act') return t('it will')
  return mode === 'ask' ? t('it asks whether to') : t('it suggests to')
}

export function scheduleWords(schedule: Schedule | undefined): string {
  const { cron, timeZone = 'UTC', everyMinutes = 60 } = schedule ?? {}
  if (cron !== undefined) return `${cronWords(cron) ?? t('on the schedule “{cron}”', { cron })} (${timeZone})`
  if (everyMinutes === 60) return t('every hour')
  if (everyMinutes === 1440) return t('once a day')
  return everyMinutes % 60 === 0
    ? t('every {everyMinutes} hours', { everyMinutes: everyMinutes / 60 })
    : t('every {everyMinutes} minutes', { everyMinutes })
}

function scopeWords(scope: Scope | undefined, level: string): string {
  const { filter = {}, accountIds, platform, currency } = scope ?? {}
  const states = either(filter.status?.map(stateWord) ?? [])
  const what = states === '' ? level : t('{states} {level}', { states, level })
  const where = accountIds?.length
    ? t({ one: 'in one account', other: 'in {count} accounts' }, { count: accountIds.length })
    : platform
      ? t('in all accounts on {platform}', { platform })
      : t('in all accounts')
  return [what, filterWords(filter), where, currency ? t('in {currency}', { currency }) : ''].filter(Boolean).join(' ')
}

function filterWords({ nameContains, labels, campaignIds, adSetIds, when }: Filter): string {
  const parts = [
    nameContains && t('whose name contains “{nameContains}”', { nameContains }),
    labels?.length &&
      t('with the label {labels}', { labels: either(labels.map((label) => t('“{text}”', { text: label }))) }),
    campaignIds?.length && t({ one: 'in one campaign', other: 'in {count} campaigns' }, { count: campaignIds.length }),
    adSetIds?.length && t({ one: 'in one ad set', other: 'in {count} ad sets' }, { count: adSetIds.length }),
    when && t('where {condition}', { condition: conditionWords(when) }),
  ]
  return both(parts.filter((part) => typeof part === 'string'))
}

function actionWords(action: Action): string {
  const { amount, monthlyTarget, percent } = action
  switch (action.action) {
    case 'pause':
      return t('pause it')
    case 'resume':
      return t('switch it on')
    case 'setBudget':
      return monthlyTarget === undefined
        ? t('set its budget to {said}{bound}', { said: said(amount), bound: boundWords(action) })
        : t('set its budget so that the month ends at {said}{bound}', {
            said: said(monthlyTarget),
            bound: boundWords(action),
          })
    case 'changeBudget':
      return `${changeWords(percent, amount)}${boundWords(action)}`
    case 'duplicate':
      return t(
        { one: 'copy it', other: 'copy it {said} times' },
        { count: Number(action.copies ?? 1), said: said(action.copies) },
      )
    case 'rename':
      return t('call it “{said}”', { said: said(action.name) })
    case 'label':
      return t('label it “{said}”', { said: said(action.label) })
    case 'notify':
      return action.message === undefined ? t('say so') : t('say “{said}”', { said: said(action.message) })
    case 'launchDraft':
      return t('launch draft {said}', { said: said(action.draftId) })
    case 'graduate':
      return action.pauseOthers
        ? t('show its post in ad set {said} and pause its other ads', { said: said(action.adSetIds) })
        : t('show its post in ad set {said}', { said: said(action.adSetIds) })
    case 'addNegative':
      return t('add it as a negative keyword ({said})', { said: said(action.matchType ?? 'exact') })
    default:
      return '…'
  }
}

/** What is still to be filled in is three dots. */
function said(value: Action[string]): string {
  const words = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return words === '' ? '…' : words
}

function changeWords(percent: Action[string], amount: Action[string]): string {
  const by = percent ?? amount
  if (by === undefined) return t('change its budget by …')
  const size = `${Math.abs(Number(by))}${percent === undefined ? '' : ' %'}`
  return Number(by) < 0 ? t('lower its budget by {size}', { size }) : t('raise its budget by {size}', { size })
}

function boundWords({ min, max }: Action): string {
  if (min !== undefined && max !== undefined)
    return ` ${t('(between {said} and {said2})', { said: said(min), said2: said(max) })}`
  if (min !== undefined) return ` ${t('(at least {said})', { said: said(min) })}`
  return max === undefined ? '' : ` ${t('(at most {said})', { said: said(max) })}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
