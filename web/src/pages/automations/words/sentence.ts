import { casesOf } from '../builder/draft.ts'
import type { Action, Draft, Filter, Schedule, Scope } from '../builder/draft.ts'
import { conditionWords } from './conditions.ts'
import { cronWords } from './cron.ts'
import { levelName } from './names.ts'

/** The whole rule, read back as a person would say it. */
export function sentenceOf(draft: Draft): string {
  const { one } = levelName(draft.scope?.level)
  const cases = casesOf(draft).map(({ when, then = [] }, index) => {
    const doing = then.map(actionWords).join(', then ') || '…'
    const start = index === 0 ? 'when' : 'otherwise, when'
    return `${start} ${when ? conditionWords(when) : '…'}, ${modeWords(draft.mode)} ${doing}`
  })
  const said = `${capital(scheduleWords(draft.schedule))}, for each ${scopeWords(draft.scope, one)}: ${cases.join('; ')}`
  return said.endsWith('.”') ? said : `${said}.`
}

function modeWords(mode: string | undefined): string {
  if (mode === 'act') return 'it will'
  return mode === 'ask' ? 'it asks whether to' : 'it suggests to'
}

export function scheduleWords(schedule: Schedule | undefined): string {
  const { cron, timeZone = 'UTC', everyMinutes = 60 } = schedule ?? {}
  if (cron !== undefined) return `${cronWords(cron) ?? `on the schedule “${cron}”`} (${timeZone})`
  if (everyMinutes === 60) return 'every hour'
  if (everyMinutes === 1440) return 'once a day'
  return everyMinutes % 60 === 0 ? `every ${everyMinutes / 60} hours` : `every ${everyMinutes} minutes`
}

function scopeWords(scope: Scope | undefined, level: string): string {
  const { filter = {}, accountIds, platform, currency } = scope ?? {}
  const states = filter.status?.length ? `${filter.status.join(' or ')} ` : ''
  const where = accountIds?.length
    ? ` in ${accountIds.length === 1 ? 'one account' : `${accountIds.length} accounts`}`
    : ` in all accounts${platform ? ` on ${platform}` : ''}`
  return `${states}${level}${filterWords(filter)}${where}${currency ? ` in ${currency}` : ''}`
}

function filterWords({ nameContains, labels, campaignIds, adSetIds, when }: Filter): string {
  const parts = [
    nameContains && `whose name contains “${nameContains}”`,
    labels?.length && `with the label ${labels.map((label) => `“${label}”`).join(' or ')}`,
    campaignIds?.length && `in ${campaignIds.length === 1 ? 'one campaign' : `${campaignIds.length} campaigns`}`,
    adSetIds?.length && `in ${adSetIds.length === 1 ? 'one ad set' : `${adSetIds.length} ad sets`}`,
    when && `where ${conditionWords(when)}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : ` ${parts.join(' and ')}`
}

function actionWords(action: Action): string {
  const { amount, monthlyTarget, percent } = action
  switch (action.action) {
    case 'pause':
      return 'pause it'
    case 'resume':
      return 'switch it on'
    case 'setBudget':
      return monthlyTarget === undefined
        ? `set its budget to ${said(amount)}${boundWords(action)}`
        : `set its budget so that the month ends at ${said(monthlyTarget)}${boundWords(action)}`
    case 'changeBudget':
      return `${changeWords(percent, amount)}${boundWords(action)}`
    case 'duplicate':
      return Number(action.copies ?? 1) === 1 ? 'copy it' : `copy it ${said(action.copies)} times`
    case 'rename':
      return `call it “${said(action.name)}”`
    case 'label':
      return `label it “${said(action.label)}”`
    case 'notify':
      return action.message === undefined ? 'say so' : `say “${said(action.message)}”`
    case 'launchDraft':
      return `launch draft ${said(action.draftId)}`
    case 'graduate':
      return `show its post in ad set ${said(action.adSetIds)}${action.pauseOthers ? ' and pause its other ads' : ''}`
    case 'addNegative':
      return `add it as a negative keyword (${said(action.matchType ?? 'exact')})`
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
  if (by === undefined) return 'change its budget by …'
  const size = `${Math.abs(Number(by))}${percent === undefined ? '' : ' %'}`
  return `${Number(by) < 0 ? 'lower' : 'raise'} its budget by ${size}`
}

function boundWords({ min, max }: Action): string {
  if (min !== undefined && max !== undefined) return ` (between ${said(min)} and ${said(max)})`
  if (min !== undefined) return ` (at least ${said(min)})`
  return max === undefined ? '' : ` (at most ${said(max)})`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
