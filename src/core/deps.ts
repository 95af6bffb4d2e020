import type pg from 'pg'
import type { Logger } from 'pino'
import type { CompanyId } from '../db/company-id.ts'
import type { Db } from '../db/connect.ts'
import type { UrlPoster } from '../files/fetch/post-url.ts'
import type { EntityType } from '../platforms/contract/manage.ts'
import type { Platform, Session } from '../platforms/contract/platform.ts'
import type { TokenSurroundings } from '../platforms/contract/oauth.ts'
import type { Platforms } from '../platforms/registry.ts'
import type { CompanyRef } from './company-ref.ts'
import type { Seal } from './secrets/seal.ts'

/*
 * What core is handed by who starts it, in small groups. A function asks for the smallest that it can do with; a room that needs a thing
 * of its own besides, as reports their readings, adds it to one of these.
 */

/** To read and to change what lies in ad accounts. */
export interface AccountDeps {
  db: Db
  connections: Connections
}

/** To read much of it at once, and to go on where something cannot be read. */
export interface SyncDeps extends AccountDeps {
  /** The connections that db is made of, for the few statements that are worth preparing. */
  pool: pg.Pool
  log: Logger
  /** How many whole months of figures are kept; null or not said: all that there are. */
  figuresMonths?: number | null
}

/** To tell people who are not here. */
export interface MessageDeps {
  db: Db
  seal: Seal
  /** What is sent to webhooks goes through it. */
  webhookPoster: UrlPoster
  /** Under which callers reach us; known once we listen. */
  publicUrl: () => string
  log: Logger
}

/** What opens a platform and is not stored (yet). */
interface UnstoredCredentials {
  credentials: Record<string, string>
  /** Hears what the platform replaced it with. */
  replaced?: (fresh: Record<string, string>) => void
}

/** A stored connection, sealed as it is. */
interface SealedConnection {
  id: number
  company_id: CompanyId
  sealed_credentials: Buffer
  is_sandbox: boolean
}

/** The ways into the platforms. */
export interface Connections {
  /** What can be connected to. */
  platforms: Platforms
  /** Every way the company has into the platform, the healthiest first: its connections, or the sandbox where it stands in, or nothing. */
  openAll(company: CompanyRef, platformName: string): Promise<OpenConnection[]>
  /** The healthiest that opens an account of the company. Throws where none does: another one would be the wrong one. */
  openFor(company: CompanyRef, account: { platform: string; account_id: string }): Promise<OpenConnection>
  /** Remembers where ids were seen, for whoever names them without an account. */
  noteSeen(company: Pick<CompanyRef, 'id'>, seen: SeenInAccount, wasSought?: boolean): void
  /** Where people look at an ad: in the platform's own tool, or on the sandbox's page of it; null: nowhere. */
  adUrl(ad: AdInAccount): string | null
  /** Opens credentials that are not stored (yet), to check them; throws where they lead to a simulator that does not run. */
  openWith(platform: Platform, given: UnstoredCredentials, isSandbox?: boolean): Session
  /** Opens a stored connection; throws where it leads to a simulator that does not run. */
  openStored(platform: Platform, row: SealedConnection): Session
  /** Renews a stored connection if that is due, also where nobody uses it. Throws PlatformError, and where its simulator does not run. */
  renewAhead(platform: Platform, row: Omit<SealedConnection, 'sealed_credentials'>): Promise<void>
  /** Where tokens are had and taken back, at the platform or at its simulator; throws where that does not run. */
  tokensAt(platform: Platform, isSandbox: boolean): TokenSurroundings
  /** The same for one caller: what is read through it ends when the caller hangs up. */
  until(caller: () => AbortSignal): Connections
  close(): Promise<void>
}

/** A platform opened for one company: with its own credentials, or in the sandbox. */
export interface OpenConnection {
  platform: Platform
  /** All that there are, to say which of them can what this one cannot. */
  platforms: Platforms
  session: Session
  /** null: the sandbox, which stands in for a connection. */
  connectionId: number | null
  /** Whether it leads to the simulator: nothing there costs money. A connection may lead there too. */
  isSandbox: boolean
  /** Why its platform refused it when it was looked at last: nothing is asked through it until that changes; null: it works. */
  broken: string | null
  /** Asks the platform what it opens, once for all who want to know. */
  ask(wants: ConnectionQuestion): Promise<ConnectionAnswer>
}

/** Campaigns, ad sets or ads of an account, by their ids. */
export interface SeenInAccount {
  platform: string
  accountId: string
  level: EntityType
  ids: readonly string[]
}

/** `noOftener`: what was found within a minute is answered again; else the platform is asked after the question. */
export interface ConnectionQuestion {
  noOftener: boolean
}

/** replaced: its credentials are others by now; unknown: the platform could not be asked. */
export type ConnectionAnswer = 'works' | 'broken' | 'replaced' | 'unknown'

export interface AdInAccount {
  platform: string
  accountId: string
  adId: string
  isSandbox: boolean
}
