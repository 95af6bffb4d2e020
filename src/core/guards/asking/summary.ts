import { only } from '../../../lookup.ts'
import { amongWorkspaces } from '../../reach.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import type { EntityType } from '../../../platforms/contract/manage.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Forecast } from '../forecast/shape.ts'
import { forecastWithin } from '../forecast/sum.ts'
import { adSetNames } from '../../reports/query/ad-set-names.ts'
import type { AdToCreate, SpendChange, SpendingWrite } from '../changes/change.ts'

/** What a person is asked to approve: what is made or changed, where, and whether it goes live. As it was when it was asked for, with what it would cost. */
export interface ApprovalSummary extends Partial<Forecast> {
  /** Such as: Launch 50 ads. */
  title: string
  accounts: SummaryAccount[]
  /** How many ads would be made, and how many of them go live at once. */
  adCount: number
  activeCount: number
  /** The first of them; of a change to what is there, none. */
  ads: SummaryAd[]
  /** What is switched on, raised or made, but for ads of a launch. */
  changes: SummaryChange[]
}

interface SummaryAccount {
  platform: string
  accountId: string
  name: string
  currency: string
  /** Absent in what older versions wrote down. */
  sandbox?: boolean
}

type InAccount = Pick<SummaryAccount, 'platform' | 'accountId'>

/** Of what older versions wrote down nobody kept what it shows. */
type SummaryAd = InAccount & Omit<AdToCreate, 'accountId' | 'media'> & Partial<Pick<AdToCreate, 'media'>>

type SummaryChange = InAccount & {
  /** What it is done to, where that is one thing that is there already. */
  entity: Subject | null
  /** In words, with amounts in the account's currency. */
  what: string
  /** What is there and what it becomes: a budget or a state. null: it is made anew, nobody can tell, or nobody kept it. */
  from: string | null
  to: string | null
}

interface Subject {
  type: EntityType
  id: string
  name: string
}

/** More than anybody reads; how many there are is told. */
const maxAds = 200

export async function summaryOf(
  trx: Db,
  { company }: { company: CompanyRef },
  write: SpendingWrite,
  operation: string,
): Promise<ApprovalSummary> {
  const { changes, launch } = write
  const accounts = [
    ...new Map(changes.map(({ account }) => [`${account.platform} ${account.account_id}`, account])).values(),
  ]
  const summary = {
    accounts: accounts.map(({ platform, account_id: accountId, name, currency, is_sandbox: sandbox }) => {
      return { platform, accountId, name, currency, sandbox }
    }),
    adCount: 0,
    activeCount: 0,
    ads: [],
    changes: [],
  }
  if (!launch) {
    const lines = changes.map((change) => changeOf(change, subjectsIn(write.state)))
    return { ...summary, title: titleOf(changes, lines, operation), changes: lines }
  }
  const all = launch.ads()
  const adCount = adsMade(all)
  return {
    ...summary,
    title: `${launch.verb} ${countOf(adCount, 'ad')}${launch.from ? ` ${launch.from}` : ''}`,
    adCount,
    activeCount: adsMade(all.filter(({ state }) => state === 'ACTIVE')),
    ads: await withNames(trx, company.id, all.slice(0, maxAds), accounts),
  }
}

/** Ad sets as their platform calls them: what a caller says of them comes after, as it could mislead whoever approves. */
async function withNames(
  trx: Db,
  companyId: CompanyId,
  ads: AdToCreate[],
  accounts: { platform: string; account_id: string }[],
): Promise<SummaryAd[]> {
  const ids = ads.flatMap(({ adSets }) => adSets.map(({ id }) => id))
  const nameOf = await adSetNames(trx, companyId, ids)
  const platforms = new Map(accounts.map(({ platform, account_id: id }) => [id, platform]))
  return ads.map(({ adSets, ...ad }) => {
    const place = { platform: platforms.get(ad.accountId) ?? '', accountId: ad.accountId }
    return { ...ad, ...place, adSets: adSets.map(({ id, name }) => ({ id, name: nameOf({ ...place, id }) ?? name })) }
  })
}

/** Something that is there already. */
export type PlannedSubject = Subject & { status?: string }

/** Whatever a write was planned on that has a type, an id and a name. */
export function subjectsIn(state: unknown): PlannedSubject[] {
  return [state].flat().flatMap((one) => {
    const { type, id, name, status } = (one ?? {}) as Partial<PlannedSubject>
    return type && id && name ? [{ type, id, name, status }] : []
  })
}

function changeOf(change: SpendChange, subjects: PlannedSubject[]): SummaryChange {
  const { account, target } = change
  // `budget ID`, `run ID`: what is new has no id yet.
  const id = target.split(' ').at(-1)
  const found = subjects.find((subject) => subject.id === id) ?? (subjects.length === 1 ? only(subjects) : null)
  const entity = found && { type: found.type, id: found.id, name: found.name }
  const place = { platform: account.platform, accountId: account.account_id }
  return { ...place, entity, what: wordsFor(change), ...stepOf(change, found?.status) }
}

/** What is there and what it becomes. */
function stepOf(change: SpendChange, status: string | undefined): Pick<SummaryChange, 'from' | 'to'> {
  const { account, raise, to } = change
  const per = to.daily > 0 ? 'a day' : 'in all'
  const money = (amount: number) => `${amount} ${account.currency} ${per}`
  if (raise) return { from: raise.from === null ? null : money(raise.from), to: money(raise.to) }
  if (isSwitch(change)) return { from: status?.toUpperCase() ?? null, to: `ACTIVE, may spend ${paceWords(change)}` }
  return { from: null, to: null }
}

const isSwitch = ({ target }: SpendChange) => target.startsWith('run ')

function wordsFor(change: SpendChange): string {
  const { account, raise, to, budgets, spends, count } = change
  const money = (amount: number) => `${amount} ${account.currency}`
  if (raise) {
    const per = to.daily > 0 ? ' a day' : ' in all'
    return `its budget becomes ${money(raise.to)}${per}${raise.from === null ? '' : `, from ${money(raise.from)}`}`
  }
  if (isSwitch(change)) return `it runs, and may spend ${paceWords(change)}`
  const many = count > 1 ? `${count} are made` : 'it is made'
  const state = spends ? 'ACTIVE: live at once' : 'PAUSED'
  return budgets.length > 0
    ? `${many} ${state}, with a budget of ${budgets.map(money).join(' and ')}`
    : `${many} ${state}`
}

function paceWords({ account: { currency }, to: { daily, once } }: SpendChange): string {
  if (Number.isNaN(daily + once)) return 'an amount that is not known'
  if (daily === 0 && once === 0) return 'what its budgets allow'
  return [daily > 0 ? `${daily} ${currency} a day` : '', once > 0 ? `${once} ${currency} in all` : '']
    .filter(Boolean)
    .join(' and ')
}

const levelWords: Record<string, string> = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }

function titleOf(changes: SpendChange[], lines: SummaryChange[], operation: string): string {
  const types = new Set(lines.map(({ entity }) => entity?.type))
  const word = types.size === 1 ? (levelWords[lines[0]?.entity?.type ?? ''] ?? 'thing') : 'thing'
  const entity = lines.length === 1 ? only(lines).entity : null
  const named = entity ? `the ${word} “${entity.name}”` : null
  const what = named ?? countOf(lines.length, word)
  if (changes.length > 0 && changes.every(({ raise }) => raise !== null)) return `Raise the budget of ${what}`
  if (changes.length > 0 && changes.every(isSwitch)) return `Switch on ${what}`
  const words = operation.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function countOf(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}

/** One line for messages and lists. */
export function inOneLine({ title, accounts, adCount, activeCount, changes }: ApprovalSummary): string {
  const where = accounts.map(({ name, accountId }) => `${name} (${accountId})`)
  const places = where.length > 3 ? `${where.slice(0, 3).join(', ')} and ${where.length - 3} more` : where.join(', ')
  const live = `${activeCount.toLocaleString('en')} of them live at once`
  const first = changes.length === 1 ? `: ${only(changes).what}` : ''
  return `${title}${places ? ` in ${places}` : ''}${adCount > 0 ? `, ${live}` : first}.`
}

/** Somebody with workspaces sees nothing of what lies in others: neither accounts, nor ads, nor how many there are. */
export async function withinReach<Summarized extends { summary: ApprovalSummary | null }>(
  { db }: { db: Db },
  { company }: { company: CompanyRef },
  list: Summarized[],
): Promise<Summarized[]> {
  if (company.workspaces === undefined) return list
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .select(['platform', 'account_id'])
    .execute()
  const open = new Set(rows.map(({ platform, account_id: accountId }) => `${platform} ${accountId}`))
  const mayOpen = ({ platform, accountId }: InAccount) => open.has(`${platform} ${accountId}`)
  return list.map((item) => ({ ...item, summary: item.summary && partOf(item.summary, mayOpen) }))
}

function partOf(summary: ApprovalSummary, mayOpen: (place: InAccount) => boolean): ApprovalSummary | null {
  const accounts = summary.accounts.filter(mayOpen)
  if (accounts.length === summary.accounts.length) return summary
  if (accounts.length === 0) return null
  const ads = summary.ads.filter(mayOpen)
  return {
    title: 'Something in several workspaces',
    accounts,
    adCount: adsMade(ads),
    activeCount: adsMade(ads.filter(({ state }) => state === 'ACTIVE')),
    ads,
    changes: summary.changes.filter(mayOpen),
    ...forecastWithin(summary, mayOpen),
  }
}

/** One in each ad set. */
function adsMade(ads: readonly Pick<AdToCreate, 'adSets'>[]): number {
  return ads.reduce((sum, { adSets }) => sum + adSets.length, 0)
}
