import type { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type { Surroundings } from '../contract/platform.ts'
import type { Customer } from '../contract/search-ads.ts'
import { isNumberLike } from './gaql.ts'
import type { Query } from './gaql.ts'
import { ClientWire } from './wire.ts'

/** Which way leads to each account. */
export interface Logins {
  /** The manager through which the account is reached; null: it is open by itself, or not known at all. */
  of(accountId: string): Promise<string | null>
  /** Whether a way that was tried in vain, because it was kept from an earlier start, is another by now. */
  isAnotherLogin(accountId: string, loginId: string | null): Promise<boolean>
  /** Every account there is a way to, managers included, found anew. */
  walk(): Promise<Customer[]>
}

interface Ask {
  accessible(): Promise<string[]>
  clients<T>(schema: z.ZodType<T>, query: Query, loginId: string): Promise<T[]>
}

interface CachedLogin {
  customers: Customer[]
  loginOf: Map<string, string | null>
  at: number
}

/** An account that is not known is worth another walk, but not with every call. */
const walkAgainMs = 60_000
/** Managers can stand below managers so deep. */
const deepest = 9

const query: Query = {
  from: 'customer_client',
  select: [
    ...['id', 'descriptive_name', 'currency_code', 'time_zone', 'manager', 'level', 'status'].map(
      (name) => `customer_client.${name}`,
    ),
  ],
  where: [isNumberLike('customer_client.level', '<=', String(deepest))],
}

/** What is kept of an account that is open by itself. */
const itself = 'itself'

/** How the way to an account is kept, from one start to the next. */
export function loginKeyOf(loginId: string | null): string {
  return loginId ?? itself
}

/** Remembers which way leads to each account, and looks for those that are not known. */
export function createLogins({ now, cachedLogins }: Pick<Surroundings, 'now' | 'cachedLogins'>, ask: Ask): Logins {
  let kept: Promise<ReadonlyMap<string, string>> | null = null
  let known: CachedLogin | null = null
  let walking: Promise<CachedLogin> | null = null

  /** Many calls may need it at once: one of them walks, the others wait for it. */
  function walkOnce(): Promise<CachedLogin> {
    walking ??= look(ask)
      .then((found) => (known = { ...found, at: now().getTime() }))
      .finally(() => (walking = null))
    return walking
  }

  function remembered(): Promise<ReadonlyMap<string, string>> | null {
    kept ??=
      cachedLogins?.().catch((error: unknown) => {
        kept = null
        throw error
      }) ?? null
    return kept
  }

  return {
    async of(accountId) {
      const cachedLogin = known === null ? (await remembered())?.get(accountId) : undefined
      if (cachedLogin !== undefined && known === null) return cachedLogin === itself ? null : cachedLogin
      const isOld = known !== null && now().getTime() - known.at > walkAgainMs
      if (known === null || (isOld && !known.loginOf.has(accountId))) known = await walkOnce()
      return known.loginOf.get(accountId) ?? null
    },
    async isAnotherLogin(accountId, loginId) {
      const { loginOf } = known ?? (await walkOnce())
      return (loginOf.get(accountId) ?? null) !== loginId
    },
    walk: async () => (await walkOnce()).customers,
  }
}

/** Walks down from the accounts that are open by themselves. */
async function look(ask: Ask): Promise<Pick<CachedLogin, 'customers' | 'loginOf'>> {
  const open = await ask.accessible()
  const customers = new Map<string, Customer>()
  const loginOf = new Map<string, string | null>()
  for (const login of open) {
    const clients = await ask.clients(ClientWire, query, login).catch(nothingIfClosed)
    for (const { customerClient: client } of clients) {
      const { id, level } = client
      const isItself = id === login
      // The shortest way is taken, and one's own door before any manager's.
      const before = customers.get(id)
      if (before && !isItself && (loginOf.get(id) === null || before.level <= level)) continue
      loginOf.set(id, isItself ? null : login)
      customers.set(id, {
        id,
        name: client.descriptiveName || id,
        currency: client.currencyCode,
        timeZone: client.timeZone,
        manager: client.manager,
        level,
        status: client.status,
      })
    }
  }
  return { customers: [...customers.values()], loginOf }
}

/** An account that was canceled is still in the list of those that are open, and opens nothing. */
function nothingIfClosed(error: unknown): [] {
  const code = error instanceof PlatformError ? String(error.failure.code) : ''
  if (code.startsWith('authorizationError.')) return []
  throw error
}
