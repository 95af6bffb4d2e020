import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { beginRehearsal, latestRehearsals, rehearsalTask } from '../../core/rehearsals/store.ts'
import type { ChecklistItem } from '../../core/rehearsals/store.ts'
import { runRehearsal } from '../../core/rehearsals/run.ts'
import { everyCompany } from '../../db/scoped.ts'
import { idFrom } from '../lookup.ts'
import { explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { withWorkbench } from './workbench.ts'

const words: Record<ChecklistItem['state'], string> = {
  ok: 'ok       ',
  warning: 'warning  ',
  problem: 'problem  ',
  notAsked: 'not tried',
}

/** Done in this process, so that it needs no service. */
export async function rehearse(idText: string, { account }: { account?: string[] }): Promise<void> {
  await withWorkbench(readConfig(), async (bench) => {
    const { db } = bench
    const id = idFrom(idText) ?? -1
    const row = await everyCompany(db)
      .selectFrom('connections')
      .innerJoin('companies', 'companies.id', 'connections.company_id')
      .select(['companies.id', 'companies.slug'])
      .where('connections.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new CommandProblem(`There is no connection ${idText}. See: flightdeck connection list`)
    const context = { company: row, actor: { name: 'flightdeck connection rehearse' } }
    const begun = await beginRehearsal({ db, tasks: null }, context, { connectionId: id, accountIds: account })
    explain('Reading what a launch would read, and asking about creates. Nothing is made.')
    const task = { name: rehearsalTask, id: Number(begun.id), companyId: row.id }
    await runRehearsal({ ...bench, log: pino({ level: 'silent' }), signal: new AbortController().signal }, task)
    const [done] = await latestRehearsals(db, context, id)
    if (!done?.checklist)
      throw new CommandProblem('The service is busy with a rehearsal of this connection: wait for it.')
    for (const item of done.checklist) print(lineOf(item))
    if (done.checklist.some(({ state }) => state === 'problem')) process.exitCode = 1
  })
}

function lineOf({ accountId, what, state, why, next }: ChecklistItem): string {
  return `${words[state]}  ${accountId === null ? '' : `${accountId}: `}${what}. ${why}${next === null ? '' : ` ${next}`}`
}
