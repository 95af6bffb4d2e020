import { endsThrough, pauseNow } from '../../core/ends/leave.ts'
import type { KeptEnd } from '../../core/ends/store.ts'
import { dropIfFree } from '../../core/ends/store.ts'
import { everyCompany } from '../../db/scoped.ts'
import { AppError, PlatformError } from '../../errors.ts'
import { countOf } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { removeConnection } from './store.ts'
import type { Workbench } from './trial.ts'

/** What becomes of the ends that we keep through a connection: what they are about is paused now, or goes on without an end. */
export type EndsChoice = 'pause' | 'drop' | null

export interface RemovedConnection {
  platform: string
  label: string
  ends: KeptEnd[]
}

/** Forgets a connection. Where ends would no longer be kept, somebody has to say what becomes of them. undefined: there is none. */
export async function removeWithEnds(
  { db, connections }: Pick<Workbench, 'db' | 'connections'>,
  id: number,
  choice: EndsChoice,
): Promise<RemovedConnection | undefined> {
  const company = await everyCompany(db)
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .select(['companies.id', 'companies.slug'])
    .where('connections.id', '=', id)
    .executeTakeFirst()
  if (!company) return undefined
  const ends = await endsThrough(db, company, id)
  if (ends.length > 0 && choice === null) throw undecided(id, ends)
  for (const end of ends) {
    if (choice === 'pause')
      await pauseNow({ db, connections }, company, end).catch((error: unknown) => notPaused(end, error))
    else await dropIfFree(db, company, end)
  }
  const removed = await removeConnection(db, id, ends)
  return removed && { ...removed, ends }
}

/** An end in a line. */
export function endLine({ entity_type: type, entity_id: id, name, end_at: end }: KeptEnd): string {
  return `${type} ${id} (${name}) at ${end.toISOString()}`
}

function undecided(id: number, ends: KeptEnd[]): CommandProblem {
  const names = ends.map(endLine).join('; ')
  return new CommandProblem(
    `${countOf(ends.length, 'end')} will no longer be kept: ${names}. Nothing was removed. ` +
      `Pause them now with: flightdeck connection remove ${id} --pause-ends. Let them go on without an end with: --drop-ends`,
  )
}

function notPaused(end: KeptEnd, error: unknown): never {
  if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
  throw new CommandProblem(
    `The connection was not removed, because what is to end could not be paused: ${endLine(end)}. ${error.message} ` +
      'Try again, or let it go on without an end with --drop-ends.',
  )
}
