/**
 * What may stand behind the question mark of a page's address. Each page has one function, which the router calls with what it found:
 * whatever is not known, or not like this, is left out. The names that are left out are said too, because the router would go on to
 * show what it found under them.
 */
type Given = Record<string, unknown>

/**
 * Ids and words of ours, one or several: no sentences, because anybody can write an address, and pages show what they look for. Ids are
 * long numbers: they are text here, whatever the router makes of them.
 */
const plain = /^[\w.,:/@%+~=()-]{1,8000}$/

function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && plain.test(value) ? value : undefined
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value)
}

/** A day of the calendar. */
function day(value: unknown): string | undefined {
  const given = text(value)
  return given && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined
}

/** A whole number from 1 on. */
function number(value: unknown): number | undefined {
  const found = Math.trunc(Number(text(value)))
  return Number.isSafeInteger(found) && found > 0 ? found : undefined
}

export const launchSearch = ({ drafts }: Given): { drafts?: boolean } => ({ drafts: Boolean(drafts) || undefined })

export const batchStates = ['in_progress', 'success', 'partial', 'error', 'cancelled', 'draft'] as const

export interface BatchesSearch {
  state?: (typeof batchStates)[number]
  account?: string
  page?: number
}

export function batchesSearch({ state, account, page }: Given): BatchesSearch {
  return { state: oneOf(batchStates, state), account: text(account), page: number(page) }
}

const batchViews = ['ads', 'receipts', 'events'] as const
export type BatchView = (typeof batchViews)[number]

export const batchSearch = ({ view }: Given): { view?: BatchView } => ({ view: oneOf(batchViews, view) })

export const campaignsSearch = ({ account }: Given): { account?: string } => ({ account: text(account) })

export function commentsSearch({ account, ad }: Given): { account?: string; ad?: string } {
  return { account: text(account), ad: text(ad) }
}

export function changesSearch({ account, object }: Given): { account?: string; object?: string } {
  return { account: text(account), object: text(object) }
}

/** Where something is made. */
export const newAdSetSearch = ({ account, campaign }: Given): { account?: string; campaign?: string } => ({
  account: text(account),
  campaign: text(campaign),
})

export const wordLists = ['terms', 'keywords', 'negatives'] as const
export type WordList = (typeof wordLists)[number]

export interface SearchesSearch {
  account?: string
  /** What is listed; left out: what people typed. */
  list?: WordList
  campaign?: string
  group?: string
}

export function searchesSearch({ account, list, campaign, group }: Given): SearchesSearch {
  return { account: text(account), list: oneOf(wordLists, list), campaign: text(campaign), group: text(group) }
}

const reportWords = [
  ...(['platform', 'accounts', 'range', 'from', 'to', 'compare', 'by'] as const),
  ...(['metrics', 'chart', 'currency', 'sort', 'order', 'page'] as const),
]
export type ReportSearch = Partial<Record<(typeof reportWords)[number], string>>

/** Words alone: what they mean together is for the report to say. */
export function reportSearch(given: Given): ReportSearch {
  return Object.fromEntries(reportWords.map((word) => [word, text(given[word])]))
}

export interface RunningSearch {
  /** The saved view that it began with. */
  view?: number
  level?: 'campaign' | 'adset' | 'ad'
  /** Campaigns, with what is in them below. */
  tree?: true
  platform?: string
  accounts?: string
  state?: 'active' | 'paused'
  window?: (typeof listWindows)[number]
  /** Days of one's own take the place of the window. */
  from?: string
  to?: string
  columns?: string
  sort?: string
  up?: true
  metric?: string
  than?: 'gt' | 'lt'
  amount?: number
  /** What stands in the panel beside the list. */
  row?: string
}

const listWindows = [
  ...(['today', 'yesterday', 'last_3_days', 'last_7_days', 'last_14_days', 'last_30_days', 'this_month'] as const),
]

export function runningSearch(given: Given): RunningSearch {
  const amount = Number(text(given.amount))
  const [from, to] = [day(given.from), day(given.to)]
  return {
    view: number(given.view),
    level: oneOf(['campaign', 'adset', 'ad'], given.level),
    tree: text(given.tree) === 'true' || undefined,
    ...(from && to && from <= to ? { from, to } : { from: undefined, to: undefined }),
    platform: text(given.platform),
    accounts: text(given.accounts),
    state: oneOf(['active', 'paused'], given.state),
    window: oneOf(listWindows, given.window),
    columns: text(given.columns),
    sort: text(given.sort),
    up: text(given.up) === 'true' || undefined,
    metric: text(given.metric),
    than: oneOf(['gt', 'lt'], given.than),
    amount: Number.isFinite(amount) && text(given.amount) !== undefined ? amount : undefined,
    row: text(given.row),
  }
}

const creativeStates = ['new', 'winner', 'scaled', 'tired'] as const
const creativeSorts = ['spend', 'roas', 'cpa', 'results', 'ctr', 'hookRate', 'holdRate', 'firstDay'] as const
const creativeDays = [7, 14, 30, 90] as const

export interface CreativesSearch {
  /** post or a part of names; left out: by file. */
  by?: string
  state?: (typeof creativeStates)[number]
  sort?: (typeof creativeSorts)[number]
  platform?: string
  accounts?: string
  days?: (typeof creativeDays)[number]
  /** As of this day. */
  until?: string
}

export function creativesSearch(given: Given): CreativesSearch {
  return {
    by: text(given.by),
    state: oneOf(creativeStates, given.state),
    sort: oneOf(creativeSorts, given.sort),
    platform: text(given.platform),
    accounts: text(given.accounts),
    days: creativeDays.find((days) => days === number(given.days)),
    until: day(given.until),
  }
}

const ruleTabs = ['overview', 'edit', 'backtest', 'executions'] as const
export type RuleTab = (typeof ruleTabs)[number]

export interface RuleSearch {
  tab?: RuleTab
  execution?: number
  /** What somebody asks about: why did the rule (not) touch it? */
  entity?: string
}

export function ruleSearch({ tab, execution, entity }: Given): RuleSearch {
  return { tab: oneOf(ruleTabs, tab), execution: number(execution), entity: text(entity) }
}

/** Only what this actor did. */
export const auditSearch = ({ actor }: Given): { actor?: string } => ({ actor: text(actor) })

/** What an assistant asks stays as it came: the page reads it letter by letter (data/consent-request.ts). */
export const consentSearch = (given: Given): Given => given

export interface ConnectSearch {
  /** It leads to the simulator. */
  sandbox?: true
  /** What is opened anew. */
  connectionId?: number
}

export function connectSearch({ sandbox, connectionId }: Given): ConnectSearch {
  return { sandbox: text(sandbox) === 'true' || undefined, connectionId: number(connectionId) }
}

export interface ConnectionsSearch {
  /** What was just connected. */
  chosen?: number
  /** Why nothing was, in a word, and where somebody wanted to consent. */
  problem?: string
  platform?: string
}

export function connectionsSearch({ chosen, problem, platform }: Given): ConnectionsSearch {
  return { chosen: number(chosen), problem: text(problem), platform: text(platform) }
}
