import pMap from 'p-map'
import type { Db } from '../../db/connect.ts'
import { jsonList, sql } from '../../db/sql.ts'
import { listAccounts } from '../accounts.ts'
import type { KnownAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import type { SpendChange } from './changes/change.ts'
import type { GuardDeps } from './terms.ts'
import type { GuardScope } from './guard.ts'
import { ratesOn } from '../currency/rates.ts'
import type { Rates } from '../currency/convert.ts'
import { todayIn } from '../reports/sync/windows.ts'
import { latelyQuery, loadViews, usableIn } from './ledger/kept.ts'
import type { LatelyRow } from './ledger/kept.ts'
import { namesKept } from './ledger/names.ts'
import { matchesPattern } from './pattern.ts'
import { freshReadings, readAdSet, readNames, readSpend, readingsQuery } from './read-spend.ts'
import type { Answered, ReadingRow, SpendKind } from './read-spend.ts'

/** What one campaign has spent, in millionths of its account's currency. */
export interface CampaignSpend {
  account: KnownAccount
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
  spendOf(account: KnownAccount, kind: SpendKind): Promise<Answered<CampaignSpend[]>>
  /** The accounts that are known to be in it. */
  accountsIn(scope: GuardScope): Promise<KnownAccount[]>
  covers(scope: GuardScope, place: Pick<SpendChange, 'account' | 'campaign'>): Promise<boolean>
  /** Whether the pattern fits a campaign of the account, by any name that it had lately. */
  namedIn(scope: GuardScope, account: KnownAccount): Promise<NameTest>
}

/** `name`: what it is called, where the caller knows it. */
export type NameTest = (campaignId: string, name: string | null) => boolean

/** A guard counts what the whole company spends, whoever asks. */
export function createLook(deps: GuardDeps, { company: { id, slug } }: Pick<Context, 'company'>): Look {
  const questions = questionsTo(deps, { company: { id, slug } })
  const { all, fresh, lately, ratesIn, spendOf, namesIn, earlierNames, campaignOf } = questions
  const namedIn = async ({ campaignPattern }: GuardScope, account: KnownAccount): Promise<NameTest> => {
    if (campaignPattern === null) return () => true
    return nameTest(campaignPattern, await namesIn(account), await earlierNames(account))
  }

  async function accountSpend(scope: GuardScope, account: KnownAccount, kind: SpendKind) {
    const spend = await spendOf(account, kind)
    if ('unknown' in spend) return spend
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
      const told = await pMap(accounts, (account) => accountSpend(scope, account, kind), { concurrency: atOnce })
      return told.find((one) => 'unknown' in one) ?? { known: told.flatMap((one) => ('known' in one ? one.known : [])) }
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

/** In one statement: this is all that a decision pays when everything is fresh. */
async function loadRecent(db: Db, context: Pick<Context, 'company'>) {
  const [readings, lately] = [jsonList(readingsQuery(context)), jsonList(latelyQuery(context))]
  const { rows } = await sql<{ readings: ReadingRow[]; lately: LatelyRow[] }>`/* prepared: guards-look */
    SELECT ${readings} AS readings, ${lately} AS lately`.execute(db)
  const [found] = rows
  return { readings: freshReadings(found!.readings), lately: usableIn(found!.lately, { anew: false }) }
}

/** Each is asked once, however many guards want to know. */
function questionsTo(deps: GuardDeps, context: Pick<Context, 'company'>) {
  const asked = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
    const found = (asked.get(name) as Promise<T> | undefined) ?? find()
    asked.set(name, found)
    return found
  }
  const all = () => once('accounts', () => listAccounts(deps, context, { offset: 0, limit: maxAccounts }))
  const recent = () => once('recent', () => loadRecent(deps.db, context))
  const fresh = async () => (await recent()).readings
  const nameOf = ({ platform, account_id: id }: KnownAccount) => `${platform} ${id}`
  return {
    all,
    fresh,
    lately: async () => (await recent()).lately,
    ratesIn: (to: string, given?: string[]) =>
      once(`rates ${to} from ${given?.join(' ') ?? 'all accounts'}`, async () => {
        const from = given ?? (await all()).accounts.map(({ currency }) => currency)
        return ratesOn(deps, context, { from, to, day: todayIn('UTC') })
      }),
    spendOf: (account: KnownAccount, kind: SpendKind) =>
      once(`${kind} ${nameOf(account)}`, async () => readSpend(deps, context, account, { kind, fresh: await fresh() })),
    namesIn: (account: KnownAccount) =>
      once(`names ${nameOf(account)}`, async () => readNames(deps, context, account, await fresh())),
    earlierNames: (account: KnownAccount) =>
      once(`earlier ${nameOf(account)}`, () => namesKept(deps.db, context, account)),
    /** null: nobody can tell. What was read of the account tells it without a call. */
    campaignOf: (account: KnownAccount, adSetId: string) =>
      once(`ad set ${nameOf(account)} ${adSetId}`, async () => {
        const views = await once(`view ${nameOf(account)}`, () =>
          loadViews(deps.db, context, [nameOf(account)], deps.heldViews),
        )
        const told = views.get(nameOf(account))?.view.adSets.get(adSetId)?.campaignId
        if (told) return told
        const found = await readAdSet(deps, context, account, adSetId)
        return 'known' in found ? (found.known?.campaignId ?? null) : null
      }),
  }
}

function nameTest(pattern: string, told: Answered<Map<string, string>>, earlier: Map<string, string[]>): NameTest {
  const now = 'known' in told ? told.known : new Map<string, string>()
  return (campaignId, name) => {
    const names = [now.get(campaignId), name, ...(earlier.get(campaignId) ?? [])].filter(
      (one) => typeof one === 'string',
    )
    // What cannot be told counts as matched.
    return names.length === 0 || names.some((one) => matchesPattern(pattern, one))
  }
}

function inAccount({ platform, accountId }: GuardScope, account: KnownAccount): boolean {
  if (platform !== null && platform !== account.platform) return false
  return accountId === null || accountId === account.account_id
}
