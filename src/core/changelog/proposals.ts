import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { required } from '../../lookup.ts'
import type { Context } from '../context.ts'
import type { ChangelogFields } from './changelog.ts'

/** As many changes as are looked at for proposals, newest first, and as many lines as one of them has. */
const maxEntries = 500
const maxLines = 20
const proposedDays = 30

interface Change {
  seq: number
  day: string
  time: string
  action: string
  name: string
  targets: string[]
}

/** What nobody has written about yet, from the audit log: one proposal for each day and kind of change. */
export async function proposeEntries(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
): Promise<ChangelogFields[]> {
  // The audit log is the whole company's.
  if (company.workspaces !== undefined) return []
  const { rows } = await sql<Change>`
    SELECT seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, to_char(at AT TIME ZONE 'UTC', 'HH24:MI') AS time,
      action, actor[1] AS name, targets
    FROM audit_log AS mine
    WHERE company_id = ${company.id} AND at > now() - make_interval(days => ${proposedDays}) AND entry ->> 'outcome' = 'done'
      AND action NOT LIKE '%changelog%' AND NOT EXISTS (
        SELECT FROM changelog WHERE changelog.company_id = ${company.id} AND mine.seq = ANY(audit_entries))
    ORDER BY seq DESC LIMIT ${maxEntries}`.execute(db)
  const groups = Map.groupBy(rows, ({ day, action }) => `${day} ${action}`)
  return [...groups.values()].map(proposalOf)
}

function proposalOf(changes: Change[]): ChangelogFields {
  const { day, action } = required(changes[0], 'first change')
  const words = action.replaceAll('_', ' ')
  const lines = changes
    .toReversed()
    .slice(0, maxLines)
    .map(
      ({ time, name, targets }) =>
        `- ${time} ${name}${targets.length > 0 ? `: ${targets.slice(0, 10).join(', ')}` : ''}`,
    )
  const rest = changes.length > maxLines ? [`- and ${changes.length - maxLines} more`] : []
  return {
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}${changes.length > 1 ? ` (${changes.length})` : ''}`,
    body: [...lines, ...rest].join('\n'),
    tags: [],
    date: day,
    auditEntries: changes.map(({ seq }) => seq).toReversed(),
  }
}
