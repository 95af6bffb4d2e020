import type { Config } from '../../config.ts'
import { soonMs } from '../../core/connections/state/verdict.ts'
import { accountTrouble } from '../../core/connections/state/health.ts'
import { changeEntries, connectionEntries, versionEntries } from '../../core/calendar/entries.ts'
import type { CalendarEntry, DatedConnection } from '../../core/calendar/entries.ts'
import { endingOfConnection, keyEndings } from '../../core/instance/endings.ts'
import type { Ending } from '../../core/instance/endings.ts'
import { sealAtHand } from '../../core/secrets/open.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import { dayMs } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { builtIn } from '../../platforms/index.ts'
import { openSealed } from '../connection/store.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { ending } from './finding.ts'
import type { DoctorFinding } from './finding.ts'
import { formatTime } from '../print.ts'

export async function checkKeys(db: Db): Promise<DoctorFinding[]> {
  const endings = await keyEndings(db)
  if (endings.length === 0) return [ending('API keys', 'ok', `none ends within ${soonMs / dayMs} days`)]
  return endings.map((one) => ending(`API key ${one.id}`, one.mark, `${one.what} of ${one.company} ${endWords(one)}`))
}

export async function checkConnections(db: Db, config: Config): Promise<DoctorFinding[]> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .selectAll('connections')
    .select('slug')
    .orderBy('connections.id')
    .execute()
  if (rows.length === 0) return [ending('connections', 'ok', 'there are none; every platform is the sandbox')]
  const seal = sealAtHand(config)
  const findings = rows.map((row) => {
    const one = endingOfConnection(row)
    const name = `connection ${one.id}`
    const what = `${one.what} of ${one.company}`
    if (!opens(seal, row))
      return ending(name, 'problem', `${what} was sealed with another SECRET_KEY and does not open`)
    return one.broken === null ? endsSoon(row, what) : ending(name, one.mark, `${what} ${endWords(one)}`)
  })
  return findings.filter((finding) => finding !== null).concat(nothingEnds(findings))
}

/** Its token, or what that is renewed with; null: there is time. */
function endsSoon(row: DatedConnection & { platform: string }, what: string): DoctorFinding | null {
  const driver = builtIn.driver(row.platform)
  const soon = driver && connectionEntries(driver, row, new Date()).find(({ mark }) => mark !== 'ok')
  if (!soon) return null
  const words = `${soon.mark === 'problem' ? 'ended' : 'ends'} ${formatTime(soon.on)}. ${soon.whatToDo}`
  return ending(`connection ${row.id}`, soon.mark, `${what} ${words}`)
}

function endWords({ broken, at, mark }: Ending): string {
  if (broken !== null) return `is broken: ${broken}`
  return `${mark === 'problem' ? 'ended' : 'ends'} ${formatTime(at)}`
}

function nothingEnds(findings: (DoctorFinding | null)[]): DoctorFinding[] {
  const quiet = findings.filter((finding) => finding === null).length
  return quiet > 0
    ? [ending('connections', 'ok', `${quiet} of ${findings.length} without a known end within 14 days`)]
    : []
}

function opens(seal: Seal | null, row: Parameters<typeof openSealed>[1]): boolean {
  try {
    return seal !== null && openSealed(seal, row) !== null
  } catch {
    return false
  }
}

/** Ad accounts in which ads cannot run, or that are near their spend limit, as the connections were looked at last. */
export async function checkAccounts(db: Db): Promise<DoctorFinding[]> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .innerJoin('ad_accounts', 'ad_accounts.connection_id', 'connections.id')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .select(['connections.id', 'health', 'slug', 'ad_accounts.platform', 'account_id'])
    .select(['ad_accounts.name', 'ad_accounts.currency'])
    .where('connections.health', 'is not', null)
    .orderBy('connections.id')
    .orderBy('ad_accounts.id')
    .execute()
  return rows.flatMap(({ id, health, slug, platform, account_id: accountId, name, currency }) => {
    const found = health?.accounts.find((one) => one.accountId === accountId)
    const trouble = found && accountTrouble(found, currency)
    if (!trouble) return []
    const text = `${platform} ad account ${accountId} (${name}) of ${slug}: ${trouble.why} ${trouble.next}`
    return [ending(`connection ${id}`, 'warning', text)]
  })
}

export function checkVersions(platforms: Platforms = builtIn, now = new Date()): DoctorFinding[] {
  const dated = versionEntries(platforms, now)
  if (dated.length === 0)
    return [ending('platform versions', 'ok', 'no platform has named an end for the version we use')]
  return dated.map(findingOf)
}

export function checkPlatformEndings(now = new Date()): DoctorFinding[] {
  return changeEntries(builtIn, now).map(findingOf)
}

function findingOf({ platform, on, mark, what, whatToDo }: CalendarEntry): DoctorFinding {
  return ending(platform, mark, `${on.toISOString().slice(0, 10)}: ${what}${mark === 'ok' ? '' : ` ${whatToDo}`}`)
}
