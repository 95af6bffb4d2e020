import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { changeEntries, versionEntries } from '../calendar/entries.ts'
import type { CalendarEntry } from '../calendar/entries.ts'
import { soonMs } from '../connections/state/verdict.ts'
import { listDeletions } from '../leaving/leaving.ts'

const maxRows = 200

export const endingKinds = ['key', 'connection', 'platform_version', 'platform_change', 'company'] as const

/** Something that ends by itself, or has ended, or is broken. */
export interface Ending {
  kind: (typeof endingKinds)[number]
  /** Of the row here; of a platform, its name. */
  id: string
  /** What it is called. */
  what: string
  /** The slug of the company whose it is; null: everybody's. */
  company: string | null
  at: Date | null
  mark: 'ok' | 'warning' | 'problem'
  /** Why it opens nothing although its time is not over; null: it does. */
  broken: string | null
}

/** What is to be done something about, the first end first. */
export async function listEndings(db: Db, platforms: Platforms): Promise<Ending[]> {
  const all = [
    ...(await keyEndings(db)),
    ...(await connectionEndings(db)),
    ...(await companyEndings(db)),
    ...versionEndings(platforms),
    ...platformEndings(platforms),
  ]
  const time = ({ at }: Ending) => at?.getTime() ?? 0
  return all.sort((one, other) => time(one) - time(other))
}

export async function keyEndings(db: Db): Promise<Ending[]> {
  const rows = await everyCompany(db)
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .select(['api_keys.id', 'api_keys.name', 'slug', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('expires_at', '<', new Date(Date.now() + soonMs))
    .orderBy('expires_at')
    .limit(maxRows)
    .execute()
  return rows.map(({ id, name, slug, expires_at: at }) => ({
    ...{ kind: 'key', id: String(id), what: `"${name}"`, company: slug, at, mark: 'warning', broken: null },
  }))
}

interface ConnectionRow {
  id: number
  platform: string
  label: string
  slug: string
  state: string
  state_reason: string | null
  expires_at: Date | null
}

/** Those that are broken, or end soon. */
async function connectionEndings(db: Db): Promise<Ending[]> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .select(['connections.id', 'platform', 'label', 'slug', 'state', 'state_reason', 'expires_at'])
    .where((row) => row.or([row('state', '=', 'broken'), row('expires_at', '<', new Date(Date.now() + soonMs))]))
    .orderBy('expires_at')
    .limit(maxRows)
    .execute()
  return rows.map(endingOfConnection).filter(({ mark }) => mark !== 'ok')
}

export function endingOfConnection({ id, platform, label, slug, ...row }: ConnectionRow): Ending {
  const named = { kind: 'connection', id: String(id), what: `${platform} (${label})`, company: slug } as const
  const { expires_at: at, state_reason: reason } = row
  if (row.state === 'broken') return { ...named, at, mark: 'problem', broken: reason ?? 'no reason given' }
  const left = at ? at.getTime() - Date.now() : Infinity
  return { ...named, at, mark: left <= 0 ? 'problem' : left < soonMs ? 'warning' : 'ok', broken: null }
}

/** Companies that are about to be deleted. */
async function companyEndings(db: Db): Promise<Ending[]> {
  const waiting = (await listDeletions(db)).filter(({ endedAt }) => endedAt === null).slice(0, maxRows)
  if (waiting.length === 0) return []
  const ids = waiting.map(({ companyId }) => companyId)
  const companies = await everyCompany(db)
    .selectFrom('companies')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', ids)
    .execute()
  const named = new Map(companies.map((company) => [company.id, company]))
  return waiting.map(({ companyId: id, dueAt: at }) => {
    const company = named.get(id)
    const what = company?.name ?? `company ${id}`
    return { kind: 'company', id: String(id), what, company: company?.slug ?? null, at, mark: 'warning', broken: null }
  })
}

/** Versions of interfaces whose end their platform has named. */
function versionEndings(platforms: Platforms, now = new Date()): Ending[] {
  return versionEntries(platforms, now).map((entry) => ({ ...endingOf(entry), kind: 'platform_version' }))
}

/** What platforms end besides their versions. */
function platformEndings(platforms: Platforms, now = new Date()): Ending[] {
  return changeEntries(platforms, now).map((entry) => ({ ...endingOf(entry), kind: 'platform_change' }))
}

function endingOf({ platform: id, what, on: at, mark }: CalendarEntry): Omit<Ending, 'kind'> {
  return { id, what, company: null, at, mark, broken: null }
}
