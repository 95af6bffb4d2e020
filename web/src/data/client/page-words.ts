import { FlightdeckError } from '../../../../client/src/index.ts'
import type { OperationName } from '../../../../client/src/index.ts'
import { operations } from '../../../../client/src/generated/operations.gen.ts'
import { inWordsOf, withField } from '../../../../client/src/generated/references.gen.ts'
import { t } from '../../languages/t.ts'

const elsewhere = t('the ads manager of the platform')

/** Where a person finds on these pages what the service names by its address. */
const pages: Partial<Record<OperationName, string>> = {
  listAdAccounts: t('Connections'),
  listConnections: t('Connections'),
  addConnection: t('Connections → Paste a token'),
  setOauthApp: t('Connections → The app that asks'),
  listConnectionAccounts: t('Connections'),
  chooseConnectionAccounts: t('Connections'),
  takeInConnectionAccounts: t('Connections'),
  listAdSets: t('Campaigns'),
  listSearchCampaigns: t('Campaigns'),
  listProfiles: t('the list in the column “page”'),
  listIdentities: elsewhere,
  listIdentityPosts: elsewhere,
  listOrganizationPosts: elsewhere,
  listPinBoards: elsewhere,
  searchTargeting: elsewhere,
  createShortVideoCampaign: t('New campaign'),
  createShortVideoAdSet: t('New ad set'),
  launchAds: t('Launch'),
  launchFromDraft: t('Launch → Drafts'),
  getBatch: t('Batches'),
  getBatchStatus: t('Batches'),
  undoBatch: t('Batches → Undo'),
  getApproval: t('Approvals'),
  getSpendGuardStatus: t('Guards'),
  listAutomationTemplates: t('Automations → New rule'),
  getExecution: t('Automations'),
  listReportFields: t('Reports'),
  updateStatus: t('Campaigns → Resume'),
  updateSearchBudget: t('Campaigns'),
  listCreatives: t('Creatives'),
  getCreative: t('Creatives'),
  listEnds: t('Calendar'),
  removeEnd: t('Calendar'),
  listWorkspaces: t('People → Workspaces'),
  updatePerson: t('People'),
  confirmInvite: t('People → Confirm'),
  renameOneself: t('You'),
}

let inWords: ((text: string) => string) | null = null

/** A text of the service, as somebody reads it who calls no address. Nearly no text names one, and to sign in none does. */
export function inPages(text: string): string {
  if (!text.includes(' /')) return text
  inWords ??= inWordsOf(
    Object.entries(operations).map(([name, { method, path }]) => ({ name, method, path })),
    ({ name }) => pages[name as OperationName] ?? t('the API reference'),
  )
  return inWords(text)
}

/** `ads.0.dailyBudget` is the daily budget of the first ad. `names`: what fields are called in the language of the page, if not in English. */
export function fieldInWords(path: string, names: Record<string, string> = {}): string {
  const whole = path.split('.')
  const parts = whole.map((part, at) => {
    if (isNumber(part)) return String(Number(part) + 1)
    const one = isNumber(whole[at + 1] ?? '') ? names[`${part}.`] : undefined
    return one ?? names[part] ?? spaced(part).replaceAll('_', ' ')
  })
  const text = parts.join(' ').replace(/^ads (?=\d)/, 'ad ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const isNumber = (part: string) => /^\d+$/.test(part)

function spaced(field: string): string {
  return field.replaceAll(
    /([a-z])([A-Z])/g,
    (_whole, before: string, next: string) => `${before} ${next.toLowerCase()}`,
  )
}

/** The same answer with every text in it as pages say it; most answers name nothing, and stay what they are. */
export function answerInPages<Value>(value: Value): Value {
  if (typeof value === 'string') return inPages(value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list: unknown[] = value.map(answerInPages)
    return list.every((each, at) => each === value[at]) ? value : (list as Value)
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const pairs = Object.entries(value).map(([field, each]): [string, unknown] => [field, answerInPages(each)])
  return pairs.every(([field, each]) => each === value[field as keyof Value])
    ? value
    : (Object.fromEntries(pairs) as Value)
}

/** The same failure in the words of pages. */
export function failureInPages(failure: unknown): unknown {
  if (!(failure instanceof FlightdeckError)) return failure
  const { code, status, requestId, details, retryAfterSeconds, issues } = failure
  const message = inPages(withField({ message: failure.message, issues }, fieldInWords))
  return new FlightdeckError({ code, status, requestId, retryAfterSeconds, message, details: answerInPages(details) })
}
