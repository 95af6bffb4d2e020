import { createHash } from 'node:crypto'
import { required } from '../../lookup.ts'
import { AppError } from '../../errors.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { Connections, OpenConnection, AdInAccount } from '../deps.ts'
import { demoSlug } from '../people/companies/companies.ts'
import type { Db } from '../../db/connect.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { createPacer } from '../../platforms/kit/http/pacer.ts'
import type { Pacer } from '../../platforms/kit/http/pacer.ts'
import type { Platform, Session, Surroundings } from '../../platforms/contract/platform.ts'
import type { Renewed, RenewToken } from '../../platforms/contract/tokens.ts'
import type { CallOutcome } from '../../errors.ts'
import type { PositionCache } from './positions/memory.ts'
import { remembering } from './positions/remembering.ts'
import type { ConnectionWatch } from './state/watch.ts'
import type { WaitLines } from './state/waits.ts'
import { cachedLoginsOf } from './cached-logins.ts'
import { accountLogins, mayStandIn, notConnected, platformLogins } from './opened/logins.ts'
import type { SealedLogin } from './opened/logins.ts'
import { sealPurpose } from '../secrets/seal.ts'
import type { Seal } from '../secrets/seal.ts'
import { createRenewals } from './renewal/renew.ts'
import type { Renewals } from './renewal/renew.ts'
import { pacingStore } from './pacing-store.ts'
import { renewAlone } from '../../platforms/kit/oauth/oauth.ts'
import { tokensAt } from './tokens-at.ts'

export interface ConnectionSettings {
  db: Db
  platforms: Platforms
  seal: Seal
  timeoutMs: number
  /** What only single platforms have settings for, by the names that they declare. */
  platformSettings: Readonly<Record<string, string>>
  /** Address of the sandbox, when one runs. */
  sandboxUrl: () => string | null
  /** Told how every call to a platform ended. */
  onCall?: (platform: string, outcome: CallOutcome, ms: number) => void
  /** Makes every call to a platform; absent: it is made as it is. */
  aroundCall?: <T>(platform: string, call: () => Promise<T>) => Promise<T>
  /** Hears how the calls through each connection end. */
  watch?: Pick<ConnectionWatch, 'heard' | 'noteState' | 'ask'>
  /** Hears what calls wait for. */
  waits?: Pick<WaitLines, 'of'>
  /** Remembers where ids are seen. */
  places?: Pick<PositionCache, 'note'>
}

/** What opens a platform, and where. */
interface Login {
  /** The stored connection that this is, with what is stored; absent: it is none. */
  stored?: { id: number; sealed: Buffer }
  credentials: Record<string, string>
  baseUrl: string
  isSandbox: boolean
  /** With what is stored then; absent there: nothing is. */
  renew?: (...asked: Parameters<RenewToken>) => Promise<Renewed & { sealed?: Buffer }>
  cachedLogins?: Surroundings['cachedLogins']
}

/** One session for each set of credentials, and one pacer for each platform, so that all who use them share their limits. */
function createSessions({ db, timeoutMs, platformSettings, onCall, aroundCall, watch, waits }: ConnectionSettings) {
  const sessions = new Map<string, Session>()
  /** The same credentials may be those of several connections: each hears of their calls. */
  const holders = new WeakMap<Session, Map<number, Buffer>>()
  const pacerFor = createPacers(db, waits)

  function open(platform: Platform, login: Login): Session {
    const session = sessions.get(keyOf(platform, login)) ?? openNew(platform, login)
    if (login.stored) holders.get(session)?.set(login.stored.id, login.stored.sealed)
    return session
  }

  function openNew(platform: Platform, login: Login): Session {
    const { stored, credentials, baseUrl, isSandbox, renew, ...kept } = login
    let key = keyOf(platform, login)
    let held = credentials
    const renewAndFind = async (...asked: Parameters<RenewToken>) => {
      const { sealed, ...fresh } = await required(renew, 'way to renew')(...asked)
      if (stored && sealed) holders.get(session)?.set(stored.id, sealed)
      held = fresh.credentials
      // It holds the fresh ones already: whoever comes with them finds it.
      sessions.delete(key)
      key = keyOf(platform, { ...login, credentials: held })
      sessions.set(key, session)
      return fresh
    }
    const pacer = pacerFor(platform.name, isSandbox)
    const session = platform.open(credentials, {
      baseUrl,
      timeoutMs,
      ...{ isSandbox, apiVersion: platform.api.version, pacer },
      settings: ownSettings(platform, platformSettings),
      ...(renew ? { renew: renewAndFind } : {}),
      ...kept,
      ...(aroundCall ? { aroundCall: (call) => aroundCall(platform.name, call) } : {}),
      onCall(outcome, ms) {
        onCall?.(platform.name, outcome, ms)
        const stands = holders.get(session) ?? new Map<number, Buffer>()
        for (const [id, was] of stands)
          watch?.heard(id, outcome, () => ({ session, credentials: held, sealed: stands.get(id) ?? was }))
      },
      now: () => new Date(),
    })
    sessions.set(key, session)
    holders.set(session, new Map())
    return session
  }

  return {
    open,
    storedOf: (session: Session, id: number) => holders.get(session)?.get(id),
    async close() {
      await Promise.all([...sessions.values()].map(async (session) => session.close?.()))
    },
  }
}

function createPacers(db: Db, waits: ConnectionSettings['waits']): (platform: string, isSandbox: boolean) => Pacer {
  const pacers = new Map<string, Pacer>()
  const store = pacingStore(db)
  return (platform, isSandbox) => {
    const name = isSandbox ? `sandbox ${platform}` : platform
    const found = pacers.get(name) ?? createPacer(name, store, Date.now, waits?.of(platform))
    pacers.set(name, found)
    return found
  }
}

interface Opening {
  sessions: ReturnType<typeof createSessions>
  renewals: Renewals
}

/** Nobody keeps a record of it: what it refuses it refuses for good. */
const standsIn = () => Promise.resolve('works' as const)

/** What leads into a platform: the sandbox that stands in for a connection, or a stored one. */
function createLogins({ db, platforms, seal, sandboxUrl, watch }: ConnectionSettings, { sessions, renewals }: Opening) {
  function openSandbox(platform: Platform, company: CompanyRef): OpenConnection | null {
    const address = sandboxUrl()
    if (!address) return null
    const credentials = platform.sandboxCredentials(company.slug === demoSlug ? null : company.slug)
    const session = sessions.open(platform, {
      credentials,
      baseUrl: address + platform.sandboxPath,
      isSandbox: true,
      cachedLogins: () => cachedLoginsOf(db, { companyId: company.id, platform: platform.name, connectionId: null }),
    })
    return { platform, platforms, session, connectionId: null, isSandbox: true, broken: null, ask: standsIn }
  }

  /** null: it leads to a simulator that does not run. */
  function openRow(platform: Platform, row: SealedLogin): OpenConnection | null {
    const address = sandboxUrl()
    if (row.is_sandbox && !address) return null
    const where = row.is_sandbox ? { baseUrl: address + platform.sandboxPath, isSandbox: true } : {}
    const text = seal.open(row.sealed_credentials, sealPurpose(row.company_id, platform.name))
    const credentials = JSON.parse(text) as Record<string, string>
    const renew: Login['renew'] = (inHand, ask) => renewals.renew(platform, row, inHand, ask)
    const lane = { companyId: row.company_id, platform: platform.name, connectionId: row.id }
    const shared = { renew, cachedLogins: () => cachedLoginsOf(db, lane) }
    const stored = { id: row.id, sealed: row.sealed_credentials }
    const session = sessions.open(platform, { ...realLogin(platform, credentials), ...where, ...shared, stored })
    const broken = row.state === 'broken' ? (row.state_reason ?? 'The platform refuses it.') : null
    watch?.noteState(row.id, broken !== null)
    const opened = () => ({ session, credentials, sealed: sessions.storedOf(session, row.id) ?? stored.sealed })
    const ask: OpenConnection['ask'] = async (question) => {
      const answer = await (watch?.ask(row.id, opened, question) ?? standsIn())
      // What was refused before they were renewed says nothing of what there is now.
      const isRenewed = !question.noOftener && !opened().sealed.equals(stored.sealed)
      return answer === 'works' && isRenewed ? 'replaced' : answer
    }
    return { platform, platforms, session, connectionId: row.id, isSandbox: row.is_sandbox, broken, ask }
  }

  return { openSandbox, openRow }
}

export function createConnections(settings: ConnectionSettings): Connections {
  const { db, platforms } = settings
  const sessions = createSessions(settings)
  const renewals = createRenewals(settings)
  const { openSandbox, openRow } = createLogins(settings, { sessions, renewals })

  const sandboxFor = (platform: Platform): string => {
    const address = settings.sandboxUrl()
    if (address) return address
    const text = `The sandbox does not run, so that the simulator of ${platform.title} cannot be asked. SANDBOX=on starts it.`
    throw new AppError('platform_unavailable', text, { platform: platform.name }, { 'retry-after': '60' })
  }

  const connections: Connections = {
    platforms,
    async openAll(company, platformName) {
      const platform = platforms.driver(platformName)
      if (!platform) return []
      const { rows, ...standing } = await platformLogins(db, company.id, platformName)
      const openers = mayStandIn(standing)
        ? [openSandbox(platform, company)]
        : rows.map((row) => openRow(platform, row))
      return openers.flatMap((open) => (open ? remembering(settings.places, company, open) : []))
    },
    async openFor(company, account) {
      const { rows, ...standing } = await accountLogins(db, company.id, account)
      const platform = platforms.driver(account.platform)
      if (!platform) throw notConnected(account, standing)
      for (const row of rows) {
        const open = openRow(platform, row)
        if (open) return remembering(settings.places, company, open)
      }
      const sandbox = standing.isSandbox && mayStandIn(standing) ? openSandbox(platform, company) : null
      if (sandbox) return remembering(settings.places, company, sandbox)
      throw notConnected(account, standing)
    },
    noteSeen: (company, seen, wasSought) => settings.places?.note(company, seen, wasSought),
    adUrl: (ad) => adUrlOf(settings, ad),
    openWith(platform, { credentials, replaced }, isSandbox = false) {
      const where = isSandbox ? { baseUrl: sandboxFor(platform) + platform.sandboxPath, isSandbox } : {}
      const renew = renewAlone(credentials, replaced)
      return sessions.open(platform, { ...realLogin(platform, credentials), ...where, renew })
    },
    openStored(platform, row) {
      if (row.is_sandbox) sandboxFor(platform)
      return required(openRow(platform, { ...row, state: 'ok', state_reason: null }), 'way').session
    },
    async renewAhead(platform, row) {
      const tokens = tokensAt(settings, platform, row.is_sandbox ? sandboxFor(platform) : null)
      await renewals.renew(platform, row, 'ahead', (credentials) =>
        required(platform.oauth?.renewal, 'way to renew').renew(tokens, credentials),
      )
    },
    tokensAt: (platform, isSandbox) => tokensAt(settings, platform, isSandbox ? sandboxFor(platform) : null),
    until: (caller) => endingWith(connections, caller),
    close: () => sessions.close(),
  }
  return connections
}

/** The sandbox is an ads manager for people, too. */
function adUrlOf({ platforms, sandboxUrl }: ConnectionSettings, ad: AdInAccount): string | null {
  const { accountId, adId, isSandbox } = ad
  const platform = platforms.driver(ad.platform)
  if (!platform || !isSandbox) return platform?.adUrl?.(accountId, adId) ?? null
  const page = `/manager${platform.sandboxPath}/${encodeURIComponent(accountId)}/ads/${encodeURIComponent(adId)}`
  const address = sandboxUrl()
  return address && address + page
}

function realLogin({ api }: Platform, credentials: Record<string, string>) {
  return { credentials, baseUrl: api.address, isSandbox: false }
}

/** A platform sees its own settings alone. */
function ownSettings({ settings = {} }: Platform, all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(settings).map((name) => [name, all[name] ?? required(settings[name], 'setting').default]),
  )
}

function endingWith(connections: Connections, caller: () => AbortSignal): Connections {
  const bind = (open: OpenConnection): OpenConnection => ({
    ...open,
    session: open.session.until?.(caller()) ?? open.session,
  })
  return {
    ...connections,
    openAll: async (company, platform) => (await connections.openAll(company, platform)).map(bind),
    openFor: async (company, account) => bind(await connections.openFor(company, account)),
  }
}

/** What is stored is never used through a session that would store nothing of what the platform replaces. */
function keyOf(platform: Platform, { baseUrl, credentials, stored }: Login): string {
  const text = JSON.stringify([baseUrl, credentials, stored !== undefined])
  return `${platform.name} ${createHash('sha256').update(text).digest('hex')}`
}
