import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { EntityType } from '../../platforms/contract/manage.ts'
import type { Context } from '../context.ts'
import { EntityKind } from '../events/catalogue/ends.ts'
import { endsOf } from './store.ts'
import type { EndAccount } from './store.ts'

export const EndedBy = z.enum(['platform', 'flightdeck']).meta({
  id: 'EndedBy',
  description:
    'Who ends it at endTime: its platform, or this service, which pauses it then because the platform cannot end it. Left out where it has no end.',
})
export type EndedBy = z.output<typeof EndedBy>

/** An end that is no longer kept. */
export const NamedEnd = z
  .object({
    id: z.number().int().meta({ description: 'Id of the end.' }),
    entityType: EntityKind.meta({ description: 'What was to end.' }),
    entityId: z.string().meta({ description: 'Its id on the platform.' }),
    name: z.string().meta({ description: 'Its name when the end was set.' }),
    endTime: z.iso.datetime().meta({ description: 'When it was to end.' }),
  })
  .meta({ id: 'NamedEnd' })

/** What a list tells of an end that is kept here. */
export const keptEndFields = {
  endTime: z.iso.datetime().optional().meta({ description: 'When this service pauses it; left out: it does not.' }),
  endedBy: EndedBy.optional(),
}

/** Where an end stands in a list. */
export interface ListedEnd {
  endTime: string | null
  endedBy?: EndedBy
}

/** The same where platforms tell of no ends: it stands there when we keep one. */
export interface KeptEnded {
  endTime?: string
  endedBy?: EndedBy
}

interface Listed {
  account: EndAccount
  type: EntityType
}

/** Rows of a list with the ends that we keep. Where the platform has one as well, whichever comes first ends it. */
export async function showEnds<Row extends { id: string; endTime: string | null }>(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  listed: Listed,
  rows: Row[],
): Promise<(Row & ListedEnd)[]> {
  const kept = await ownEnds(deps, context, listed, rows)
  return rows.map((row) => {
    const own = kept.get(row.id)
    const isOurs = own !== undefined && !(row.endTime && Date.parse(row.endTime) <= own.getTime())
    if (isOurs) return { ...row, endTime: own.toISOString(), endedBy: 'flightdeck' }
    return row.endTime ? { ...row, endedBy: 'platform' } : row
  })
}

/** The same for rows of which the platform tells no end. */
export async function showKeptEnds<Row extends { id: string }>(
  deps: { db: Db },
  context: Pick<Context, 'company'>,
  listed: Listed,
  rows: Row[],
): Promise<(Row & KeptEnded)[]> {
  const kept = await ownEnds(deps, context, listed, rows)
  return rows.map((row) => {
    const own = kept.get(row.id)
    return own ? { ...row, endTime: own.toISOString(), endedBy: 'flightdeck' } : row
  })
}

async function ownEnds(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { account, type }: Listed,
  rows: { id: string }[],
): Promise<Map<string, Date>> {
  const kept = await endsOf(db, company, account, { type, ids: rows.map(({ id }) => id) })
  return new Map([...kept].map(([id, { end_at: end }]) => [id, end]))
}
