import pMap from 'p-map'
import { jsonList, sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import { only } from '../../lookup.ts'
import { accountReadsQuery, accountsIn, accountsQuery, listAccounts } from '../connections/accounts.ts'
import type { AccountReadRow, CachedAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import type { SpendChange } from './changes/change.ts'
import type { GuardDeps } from './terms.ts'
import { guardOf } from './guard.ts'
import type { Guard, GuardRow, GuardScope } from './guard.ts'
import { ratesOn } from '../currency/rates.ts'
import type { Rates } from '../currency/convert.ts'
import { todayIn } from '../../days.ts'
import { latelyQuery, loadViews, usableIn } from './ledger/kept.ts'
import type { LatelyRow } from './ledger/kept.ts'
import { namesKept } from './ledger/names.ts'
import { matchesPattern } from './pattern.ts'
import { guardsQuery } from './store.ts'
import { freshReadings, readAdSet, readNames, readSpend, readingsQuery } from './read-spend.ts'
import type { Answered, ReadingRow, SpendKind } from './read-spend.ts'

/** What one campaign has spent, in millionths of its account's currency. */
export interface CampaignSpend {
  account: CachedAccount
  campaignId: string
  micros: bigint
}

const maxAccounts = 10_000
/** How many accounts are asked side by side. */
const atOnce = 6

/** Everything that one decision has to know of platforms, each asked once. */
export interface Look {
  /** Begins to ask for what caps in these currencies need. */
  begin(currencies: string[]): void
  /** What currencies are worth in another one today; without `from` those of all accounts. */
  ratesIn(currency: string, from?: string[]): Promise<Rates>
  /** In which accounts it was read lately what runs. */
  readLately(): Promise<Set<string>>
  spendIn(scope: GuardScope, kind: SpendKind): Promise<Answered<CampaignSpend[]>>
  /** Of one account, whichever others there are. */
  spendOf(account: CachedAccount, kind: SpendKind): Promise<Answered<CampaignSpend[]>>
  /** The accounts that are known to be in it. */
  accountsIn(scope: GuardScope): Promise<CachedAccount[]>
  covers(scope: GuardScope, place: Pick<SpendChange, 'account' | 'campaign'>): Promise<boolean>
  /** Whether the pattern fits a campaign of the account, by any name that it had lately. */
  namedIn(scope: GuardScope, account: CachedAccount): Promise<NameTest>
}

/** `name`: what it is called, where the caller knows it. */
export type NameTest = (campaignId: string, name: string | null) => boolean

interface LookOptions {
  /** What was asked for already. */
  preloaded?: Promise<Preloaded> | undefined
  /** No platform is asked: what was not read lately is unknown. */
  keptOnly?: boolean
}

/** A guard counts what the whole company spends, whoever asks. */
export function createLook(
  deps: GuardDeps,
  { company: { id, slug } }: Pick<Context, 'company'>,
  { preloaded, keptOnly = false }: LookOptions = {},
): Look {
  const questions = questionsTo(deps, { company: { id, slug } }, { preloaded, keptOnly })
  const { all, fresh, lately, ratesIn, spendOf, namesIn, earlierNames, campaignOf } = questions
  const namedIn = async ({ campaignPattern }: GuardScope, account: CachedAccount): Promise<NameTest> => {
    if (campaignPattern === null) return () => true
    return nameTest(campaignPattern, await namesIn(account), await earlierNames(account))
  }

  async function accountSpend(scope: GuardScope, account: CachedAccount, kind: SpendKind) {
    const spend = await spendOf(account, kind)
    if ('unknown' in spend) return spend
    // Whoever may not ask does not take what it has no name of for matched.
    const names = keptOnly && scope.campaignPattern !== null ? await namesIn(account) : null
    if (names && 'unknown' in names) return names
    const isNamed = await namedIn(scope, account)
    const parts = [...spend.known].filter(([campaignId]) => isNamed(campaignId, null))
    return { known: parts.map(([campaignId, micros]): CampaignSpend => ({ account, campaignId, micros })) }
  }

  return {
    begin(currencies) {
      const begun = [all(), fresh(), lately(), ...currencies.map((currency) => ratesIn(currency))]
      // What goes wrong is told to whoever waits for it.
      for (const one of begun) one.catch(() => undefined)
    },
    ratesIn,
    readLately: lately,
    accountsIn: async (scope) => (await all()).accounts.filter((account) => inAccount(scope, account)),
    spendOf: (account, kind) => accountSpend({ platform: null, accountId: null, campaignPattern: null }, account, kind),
    async spendIn(scope, kind) {
      const [found] = await Promise.all([all(), fresh()])
      const silent = found.unread.find(({ platform }) => scope.platform === null || platform === scope.platform)
      if (silent) return { unknown: `${silent.platform} did not say which accounts there are: ${silent.reason}` }
      const accounts = found.accounts.filter((account) => inAccount(scope, account))
      const missing = scope.accountId !== null && accounts.length === 0
      if (missing) return { unknown: `The ad account ${scope.accountId} is no longer there.` }
      const accountSpends = await pMap(accounts, (account) => accountSpend(scope, account, kind), {
        concurrency: atOnce,
      })
      return (
        accountSpends.find((one) => 'unknown' in one) ?? {
          known: accountSpends.flatMap((one) => ('known' in one ? one.known : [])),
        }
      )
    },
    async covers(scope, { account, campaign }) {
      if (!inAccount(scope, account)) return false
      if (scope.campaignPattern === null) return true
      // What is new has no other name yet.
      if (campaign.id === null && campaign.name !== null) return matchesPattern(scope.campaignPattern, campaign.name)
      const id = campaign.id ?? (campaign.adSetId === undefined ? null : await campaignOf(account, campaign.adSetId))
      return id === null || (await namedIn(scope, account))(id, campaign.name)
    },
    namedIn,
  }
}

/** What was noted of a company lately. */
interface Recent {
  accounts: CachedAccount[]
  reads: AccountReadRow[]
  readings: ReadingRow[]
  lately: LatelyRow[]
}

/** What a decision asks of the database about its company. */
export interface Preloaded {
  guards: Guard[]
  /** null: nobody guards anything, so it was not looked up. */
  recent: Recent | null
}

/** In one statement: this is all that a decision pays when everything is fresh. */
export async function preload({ db, connections }: GuardDeps, context: Pick<Context, 'company'>): Promise<Preloaded> {
  const { company } = context
  const { rows } = await sql<{ guards: GuardRow[]; recent: Recent | null }>`/* prepared: guards-preload */
    SELECT ${jsonList(guardsQuery(context))} AS guards,
      CASE WHEN EXISTS (SELECT FROM spend_guards WHERE company_id = ${company.id}) THEN ${recentOf(connections, context)} END AS recent`.execute(
    db,
  )
  const { guards, recent } = only(rows)
  return { guards: guards.map(guardOf), recent }
}

async function loadRecent({ db, connections }: GuardDeps, context: Pick<Context, 'company'>): Promise<Recent> {
  const { rows } = await sql<{ recent: Recent }>`/* prepared: guards-look */
    SELECT ${recentOf(connections, context)} AS recent`.execute(db)
  return only(rows).recent
}

function recentOf({ platforms }: GuardDeps['connections'], context: Pick<Context, 'company'>): Scoped<Recent> {
  return sql<Recent>`json_build_object('accounts', ${jsonList(accountsQuery(context, platforms.names, maxAccounts))},
    'reads', ${jsonList(accountReadsQuery(context))}, 'readings', ${jsonList(readingsQuery(context))},
    'lately', ${jsonList(latelyQuery(context))})`
}

const notRead = { unknown: 'It was not read lately.' }

/** Each is asked once, however many guards want to know. */
function questionsTo(deps: GuardDeps, context: Pick<Context, 'company'>, { preloaded, keptOnly }: LookOptions) {
  const asked = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
    const found = (asked.get(name) as Promise<T> | undefined) ?? find()
    asked.set(name, found)
    return found
  }
  const recent = () => once('recent', async () => (await preloaded)?.recent ?? loadRecent(deps, context))
  const all = () =>
    once('accounts', async () => {
      const kept = await recent()
      if (keptOnly) return { accounts: kept.accounts, unread: [] }
      const answered = accountsIn(deps, kept)
      if (answered) return answered
      const listed = await listAccounts(deps, context, { offset: 0, limit: maxAccounts })
      return { ...listed, accounts: listed.accounts.filter((account) => account.is_connected) }
    })
  const fresh = () => once('readings', async () => freshReadings((await recent()).readings))
  const nameOf = ({ platform, account_id: id }: CachedAccount) => `${platform} ${id}`
  const isAway = async (account: CachedAccount, kind: SpendKind | 'names') =>
    keptOnly === true && (await fresh()).find(account, kind) === null
  return {
    all,
    fresh,
    lately: async () => usableIn((await recent()).lately, { anew: false }),
    ratesIn: (to: string, given?: string[]) =>
      once(`rates ${to} from ${given?.join(' ') ?? 'all accounts'}`, async () => {
        const from = given ?? (await all()).accounts.map(({ currency }) => currency)
        return ratesOn(deps, context, { from, to, day: todayIn('UTC') })
      }),
    spendOf: (account: CachedAccount, kind: SpendKind) =>
      once(`${kind} ${nameOf(account)}`, async () =>
        (await isAway(account, kind)) ? notRead : readSpend(deps, context, account, { kind, fresh: await fresh() }),
      ),
    namesIn: (account: CachedAccount) =>
      once(`names ${nameOf(account)}`, async () =>
        (await isAway(account, 'names')) ? notRead : readNames(deps, context, account, await fresh()),
      ),
    earlierNames: (account: CachedAccount) =>
      once(`earlier ${nameOf(account)}`, () => namesKept(deps.db, context, account)),
    /** null: nobody can tell. What was read of the account tells it without a call. */
    campaignOf: (account: CachedAccount, adSetId: string) =>
      once(`ad set ${nameOf(account)} ${adSetId}`, async () => {
        const views = await once(`view ${nameOf(account)}`, () =>
          loadViews(deps.db, context, [nameOf(account)], deps.heldViews),
        )
        const idInView = views.get(nameOf(account))?.view.adSets.get(adSetId)?.campaignId
        if (idInView) return idInView
        const found = await readAdSet(deps, context, account, adSetId)
        return 'known' in found ? (found.known?.campaignId ?? null) : null
      }),
  }
}

function nameTest(
  pattern: string,
  campaignNames: Answered<Map<string, string>>,
  earlier: Map<string, string[]>,
): NameTest {
  const now = 'known' in campaignNames ? campaignNames.known : new Map<string, string>()
  return (campaignId, name) => {
    const names = [now.get(campaignId), name, ...(earlier.get(campaignId) ?? [])].filter(
      (one) => typeof one === 'string',
    )
    // What cannot be told counts as matched.
    return names.length === 0 || names.some((one) => matchesPattern(pattern, one))
  }
}

function inAccount({ platform, accountId }: GuardScope, account: CachedAccount): boolean {
  if (platform !== null && platform !== account.platform) return false
  return accountId === null || accountId === account.account_id
}
