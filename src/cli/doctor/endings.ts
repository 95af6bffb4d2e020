import type { Config } from '../../config.ts'
import { soonMs } from '../../core/connections/state/verdict.ts'
import { sealAtHand } from '../../core/secrets/open.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import { dayMs } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { builtIn } from '../../platforms/index.ts'
import { openSealed } from '../connection/store.ts'
import { ending } from './finding.ts'
import type { DoctorFinding } from './finding.ts'
import { formatTime } from '../print.ts'

/** A new version of a platform's interface means a new version of Flightdeck: that takes longer than a new token. */
const versionNoticeMs = 60 * dayMs

export async function checkKeys(db: Db): Promise<DoctorFinding[]> {
  const rows = await everyCompany(db)
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .select(['api_keys.id', 'api_keys.name', 'slug', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where('expires_at', '<', new Date(Date.now() + soonMs))
    .orderBy('expires_at')
    .execute()
  if (rows.length === 0) return [ending('API keys', 'ok', `none ends within ${soonMs / dayMs} days`)]
  return rows.map(({ id, name, slug, expires_at }) =>
    ending(`API key ${id}`, 'warning', `"${name}" of ${slug} ends ${formatTime(expires_at)}`),
  )
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
    const name = `connection ${row.id}`
    const what = `${row.platform} (${row.label}) of ${row.slug}`
    if (!opens(seal, row))
      return ending(name, 'problem', `${what} was sealed with another SECRET_KEY and does not open`)
    if (row.state === 'broken')
      return ending(name, 'problem', `${what} is broken: ${row.state_reason ?? 'no reason given'}`)
    return endOfConnection(name, what, row.expires_at)
  })
  return findings.filter((finding) => finding !== null).concat(nothingEnds(findings))
}

function endOfConnection(name: string, what: string, expiresAt: Date | null): DoctorFinding | null {
  const left = expiresAt ? expiresAt.getTime() - Date.now() : Infinity
  if (left <= 0) return ending(name, 'problem', `${what} ended ${formatTime(expiresAt)}`)
  return left < soonMs ? ending(name, 'warning', `${what} ends ${formatTime(expiresAt)}`) : null
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

export function checkVersions(now = new Date()): DoctorFinding[] {
  const dated = builtIn.all.filter(({ api }) => api.endsOn !== null)
  if (dated.length === 0)
    return [ending('platform versions', 'ok', 'no platform has named an end for the version we use')]
  return dated.map(({ name, api }) => {
    const left = new Date(`${api.endsOn}T00:00:00Z`).getTime() - now.getTime()
    const text = `${api.version} ${left <= 0 ? 'was' : 'is'} switched off on ${api.endsOn}`
    const mark = left <= 0 ? 'problem' : left < versionNoticeMs ? 'warning' : 'ok'
    return ending(name, mark, mark === 'ok' ? text : `${text}; update Flightdeck`)
  })
}

/** What platforms end besides their versions. It is theirs to end, so it never is a problem of ours; but it is said. */
export function checkPlatformEndings(now = new Date()): DoctorFinding[] {
  return builtIn.all.flatMap(({ name, title, endings = [] }) =>
    endings.map(({ on, what }) => {
      const isNear = new Date(`${on}T00:00:00Z`).getTime() - now.getTime() < versionNoticeMs
      return ending(name, isNear ? 'warning' : 'ok', `${on}: ${title} ${what}`)
    }),
  )
}
