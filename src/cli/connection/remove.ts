import { disconnect } from '../../core/ends/disconnect.ts'
import type { Disconnected, EndChoice } from '../../core/ends/disconnect.ts'
import { endsThrough } from '../../core/ends/leave.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError } from '../../errors.ts'
import { audited } from '../audited.ts'
import { CommandProblem } from '../problem.ts'
import type { Workbench } from './trial.ts'

/** Forgets a connection. Where ends would no longer be kept, somebody has to say what becomes of them. undefined: there is none. */
export async function removeWithEnds(
  { db, seal, connections }: Workbench,
  id: number,
  choice: EndChoice | null,
): Promise<Disconnected | undefined> {
  const company = await everyCompany(db)
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .select(['companies.id', 'companies.slug'])
    .where('connections.id', '=', id)
    .executeTakeFirst()
  if (!company) return undefined
  const action = { action: 'connection remove', targets: [`connection:${id}`] }
  return disconnect({ db, seal, connections }, company, { id, ends: choice }, (trx, change) =>
    audited(trx, company, async () => ({ result: undefined, entry: { ...action, ...change } })),
  ).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.details?.reason !== 'ends') throw error
    const hasEnds = choice === null && (await endsThrough(db, company, id)).length > 0
    const command = `flightdeck connection remove ${id}`
    const how = hasEnds ? ` Here: ${command} --pause-ends, or ${command} --drop-ends` : ' Here: --drop-ends'
    throw new CommandProblem(`${error.message}${how}`)
  })
}
