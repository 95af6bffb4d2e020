import { AppError } from '../../errors.ts'
import type { ReportingVerbs } from '../../platforms/reporting.ts'
import type { Connections } from '../connections.ts'
import type { ReportingFacts } from './keep-days.ts'
import type { ReportAccount, SyncGround } from './sync-types.ts'

const factsBySession = new WeakMap<Connections, Map<string, ReportingFacts>>()

/** What the account's platform can tell about its days. Throws when it cannot be reached at all or has no such figures. */
export async function openReporting(ground: SyncGround, account: ReportAccount): Promise<ReportingVerbs> {
  const company = await ground.db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('id', '=', account.companyId)
    .executeTakeFirstOrThrow()
  const { session } = await ground.connections.openFor(company, {
    platform: account.platform,
    connection_id: account.connectionId,
  })
  if (!session.reporting) {
    throw new AppError('unsupported_operation', `${account.platform} gives no daily figures of ads.`, {
      platform: account.platform,
      operation: 'reporting',
    })
  }
  const { attribution, calendar, historyDays, daysAtOnce } = session.reporting
  factsFor(ground).set(placeOf(account), { attribution, calendar, historyDays, daysAtOnce })
  return session.reporting
}

/** The facts that do not change while a connection stands: asked of the session once, so that reports need not open it. */
export async function reportingFacts(ground: SyncGround, account: ReportAccount): Promise<ReportingFacts> {
  return factsFor(ground).get(placeOf(account)) ?? (await openReporting(ground, account))
}

function factsFor({ connections }: SyncGround): Map<string, ReportingFacts> {
  const known = factsBySession.get(connections) ?? new Map<string, ReportingFacts>()
  factsBySession.set(connections, known)
  return known
}

function placeOf({ companyId, platform, connectionId }: ReportAccount): string {
  return `${companyId} ${platform} ${connectionId}`
}
