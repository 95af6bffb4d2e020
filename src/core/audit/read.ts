import { z } from 'zod'
import { notifiesNobody } from '../reach.ts'
import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'
import { joinEntry } from './personal.ts'
import type { PersonalValue } from './personal.ts'
import { auditOutcomes } from './record.ts'
import type { AuditOutcome } from './record.ts'

const free = (description: string) => z.unknown().meta({ description })

export const AuditRow = z
  .object({
    seq: z.number().int().meta({ description: 'Its number in the log of the company; there are no gaps.' }),
    at: z.string().meta({ description: 'When it was written down, to the microsecond.', format: 'date-time' }),
    hash: z.string().meta({ description: 'Hash of this entry and the one before it, in hexadecimal.' }),
    actor: z
      .object({
        kind: z
          .enum(['key', 'user', 'agent', 'automation', 'system'])
          .meta({ id: 'ActorKind', description: 'What kind of actor. system: the service itself, or its operator.' }),
        id: z.number().int().optional().meta({ description: 'Its id: of the key, the person or the automation.' }),
        name: z.string().meta({ description: 'Its name.' }),
      })
      .meta({ id: 'AuditActor', description: 'Who did it.' }),
    action: z.string().meta({ description: 'The operation by its name, or the command of the operator.' }),
    targets: z.array(z.string()).meta({ description: 'What it was about, as in "batch:12" or "account:act_1".' }),
    requestId: z.string().nullable().meta({ description: 'The X-Request-Id of the call; null where there was none.' }),
    outcome: z.enum(auditOutcomes).meta({
      id: 'AuditOutcome',
      description:
        'How it ended. refused: nothing was changed; failed: something may have been; unknown: the service ended before it was written down.',
    }),
    asked: free('What was asked for, without secrets, and cut where it is long.'),
    before: free('What was there before, where that is known.'),
    after: free('What was there after, where that is known.'),
    error: z
      .object({
        code: z.string().meta({ description: 'The code of the error.' }),
        message: z.string().meta({ description: 'Why.' }),
      })
      .nullable()
      .meta({ id: 'AuditError', description: 'Why it was refused or failed; null where it was done.' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditRow = z.output<typeof AuditRow>

export interface WantedEntries {
  actor?: string
  action?: string
  /** Any of these. */
  actions?: readonly string[]
  outcome?: AuditOutcome
  target?: string
  from?: Date
  to?: Date
  /** newest: those before this number; oldest: those after it. */
  order: 'newest' | 'oldest'
  beyond?: number
  limit: number
}

/** An entry as it was hashed, and what stands beside it. */
export interface KeptEntry {
  seq: number
  at: string
  hash: string
  entry: object
  personal: PersonalValue[] | null
}

/** Entries as people read them. */
export async function listEntries(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  wanted: WantedEntries,
): Promise<AuditRow[]> {
  return (await listKept(deps, context, wanted)).map(readable)
}

export function readable({ seq, at, hash, entry, personal }: KeptEntry): AuditRow {
  return { seq, at, hash, ...(joinEntry(entry, personal) as Omit<AuditRow, 'seq' | 'at' | 'hash'>) }
}

export async function listKept(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { actor, action, actions, outcome, target, from, to, order, beyond, limit }: WantedEntries,
): Promise<KeptEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select(['seq', 'entry', 'personal'])
    .select(sql<string>`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'))
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .$if(actor !== undefined, (some) => some.where(sql<boolean>`actor @> ARRAY[${actor}]`))
    .$call(ifGiven(action, (some, action) => some.where('action', '=', action)))
    .$call(ifGiven(actions, (some, actions) => some.where('action', 'in', actions)))
    .$if(outcome !== undefined, (some) => some.where(sql<boolean>`entry ->> 'outcome' = ${outcome}`))
    .$if(target !== undefined, (some) => some.where(sql<boolean>`targets @> ARRAY[${target}]`))
    .$call(ifGiven(from, (some, from) => some.where('at', '>=', from)))
    .$call(ifGiven(to, (some, to) => some.where('at', '<', to)))
    .$call(ifGiven(beyond, (some, beyond) => some.where('seq', order === 'newest' ? '<' : '>', beyond)))
    .orderBy('seq', order === 'newest' ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map(({ seq, at, hash, entry, personal }) => {
    return { seq, at, hash, entry, personal: personal as PersonalValue[] | null }
  })
}
