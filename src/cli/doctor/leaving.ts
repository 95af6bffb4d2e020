import { noLongerKept } from '../../core/leaving/ends.ts'
import { listDeletions } from '../../core/leaving/leaving.ts'
import type { Db } from '../../db/connect.ts'
import { formatTime } from '../print.ts'
import { ending } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

/** Companies that are about to be deleted, with what nobody looks after any more then. */
export async function checkLeaving(db: Db): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const { companyId, dueAt, endedAt } of await listDeletions(db)) {
    if (endedAt !== null) continue
    const lost = await noLongerKept(db, companyId)
    const kept = lost.length === 0 ? '' : ` Nobody looks after these then: ${lost.join('; ')}.`
    const text = `it is deleted on ${formatTime(dueAt)}; its ads go on running on the platforms.${kept}`
    findings.push(ending(`company ${companyId}`, 'warning', text))
  }
  return findings
}
