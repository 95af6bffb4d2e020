import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { OAuth, OAuthApp } from '../../../platforms/contract/oauth.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { AccountDeps } from '../../deps.ts'
import { appPurpose } from '../../secrets/seal.ts'
import type { Seal } from '../../secrets/seal.ts'

/** Whose app a consent is asked for with. */
export const appSources = ['company', 'installation', 'sandbox', 'none'] as const
export type AppSource = (typeof appSources)[number]

export interface AppDeps extends Pick<AccountDeps, 'db'> {
  seal: Seal
  /** Apps of the installation that stand in its settings, by platform. */
  oauthApps: Readonly<Record<string, OAuthApp>>
}

type Company = Pick<CompanyRef, 'id'>

/** A platform at which people consent. */
export interface Consenting {
  platform: Platform
  oauth: OAuth
}

/** The platform by any of its words; 404 where there is none, 501 where there is no consent. */
export function consentingPlatform({ connections }: Pick<AccountDeps, 'connections'>, word: string): Consenting {
  const name = connections.platforms.named(word)
  const platform = name === null ? undefined : connections.platforms.driver(name)
  if (!platform) {
    const known = connections.platforms.names.join(', ')
    throw new AppError('not_found', `There is no such platform. There are: ${known}.`)
  }
  const { oauth } = platform
  if (oauth) return { platform, oauth }
  const able = connections.platforms.all.filter((each) => each.oauth).map((each) => each.name)
  const text = `Nobody consents at ${platform.title}: it gives out keys. Paste them (POST /v1/connections).`
  throw new AppError('unsupported_operation', text, { platform: platform.name, platforms: able })
}

/** The app that a consent of this company is asked for with; null: there is none. */
export async function findApp(
  deps: AppDeps,
  company: Company,
  { platform, oauth }: Consenting,
  isSandbox: boolean,
): Promise<{ app: OAuthApp; source: Exclude<AppSource, 'none'> } | null> {
  if (isSandbox) return { app: oauth.sandboxApp, source: 'sandbox' }
  const own = await ownApp(deps, company, platform.name)
  if (own) return { app: own.app, source: 'company' }
  const app = deps.oauthApps[platform.name] ?? (await sharedApp(deps, platform.name))?.app
  return app ? { app, source: 'installation' } : null
}

interface StoredApp {
  app: OAuthApp
  setBy: string
  setAt: Date
}

export async function ownApp(
  { db, seal }: Pick<AppDeps, 'db' | 'seal'>,
  company: Company,
  platform: string,
): Promise<StoredApp | null> {
  const row = await db
    .selectFrom('oauth_apps')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('platform', '=', platform)
    .executeTakeFirst()
  return row ? opened(seal, company.id, row) : null
}

export async function sharedApp(
  { db, seal }: Pick<AppDeps, 'db' | 'seal'>,
  platform: string,
): Promise<StoredApp | null> {
  const row = await db.selectFrom('shared_oauth_apps').selectAll().where('platform', '=', platform).executeTakeFirst()
  return row ? opened(seal, null, row) : null
}

interface AppRow {
  platform: string
  sealed_app: Buffer
  set_by: string
  set_at: Date
}

function opened(seal: Seal, companyId: CompanyId | null, row: AppRow): StoredApp {
  const app = JSON.parse(seal.open(row.sealed_app, appPurpose(companyId, row.platform))) as OAuthApp
  return { app, setBy: row.set_by, setAt: row.set_at }
}

interface NewApp {
  platform: string
  app: OAuthApp
  setBy: string
}

/** Keeps an app for one company's connections. */
export async function setOwnApp(db: Db, seal: Seal, company: Company, wanted: NewApp): Promise<void> {
  const held = heldOf(seal, company.id, wanted)
  await db
    .insertInto('oauth_apps')
    .values({ company_id: company.id, platform: wanted.platform, ...held })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform']).doUpdateSet(held))
    .execute()
}

/** False: there was none. */
export async function removeOwnApp(db: Db, company: Company, platform: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_apps')
    .where('company_id', '=', company.id)
    .where('platform', '=', platform)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keeps an app for every company that has none of its own. */
export async function setSharedApp(db: Db, seal: Seal, wanted: NewApp): Promise<void> {
  const held = heldOf(seal, null, wanted)
  await db
    .insertInto('shared_oauth_apps')
    .values({ platform: wanted.platform, ...held })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet(held))
    .execute()
}

/** False: there was none. */
export async function removeSharedApp(db: Db, platform: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shared_oauth_apps')
    .where('platform', '=', platform)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function heldOf(seal: Seal, companyId: CompanyId | null, { platform, app, setBy }: NewApp) {
  const sealed = seal.seal(JSON.stringify(app), appPurpose(companyId, platform))
  return { sealed_app: sealed, set_by: setBy, set_at: new Date() }
}
