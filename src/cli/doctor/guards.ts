import type { Config } from '../../config.ts'
import { guardTitle } from '../../core/guards/guard.ts'
import { isProposedFor } from '../../core/guards/proposal.ts'
import { guardStatuses } from '../../core/guards/status.ts'
import { listGuards } from '../../core/guards/store.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { withPlatforms } from '../platforms.ts'
import { proposed } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

/** Guards whose caps do not count what runs, with what they would refuse today if they did. */
export async function checkGuards(db: Db, config: Config): Promise<DoctorFinding[]> {
  const companies = await everyCompany(db)
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('id', 'in', (guards) => guards.selectFrom('spend_guards').select('company_id'))
    .orderBy('id')
    .execute()
  const old: typeof companies = []
  for (const company of companies) if ((await listGuards({ db }, { company })).some(isProposedFor)) old.push(company)
  if (old.length === 0) return [proposed('spend guards', 'ok', 'nothing: every cap counts what runs')]
  return withPlatforms(db, config, async (connections) => {
    const findings: DoctorFinding[] = []
    for (const company of old) {
      for (const { guard, proposal } of await guardStatuses({ db, connections }, { company })) {
        if (!proposal) continue
        const how = `flightdeck guard set --company ${company.slug} --id ${guard.id} --basis commitments`
        const text = `its caps do not count what runs. ${proposal.message} To count it: ${how}`
        findings.push(proposed(`${guardTitle(guard)} of ${company.slug}`, 'warning', text))
      }
    }
    return findings
  })
}
