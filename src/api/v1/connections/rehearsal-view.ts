import { z } from 'zod'
import { checkStates, rehearsalStates } from '../../../core/rehearsals/store.ts'
import type { RehearsalView } from '../../../core/rehearsals/store.ts'

const CheckedItem = z
  .object({
    accountId: z
      .string()
      .nullable()
      .meta({ description: 'The ad account that it is about; null: the whole connection.' }),
    what: z.string().meta({ description: 'What launching needs.' }),
    state: z.enum(checkStates).meta({ description: 'How it stands; notAsked: it could not be tried, or was not.' }),
    why: z.string().meta({ description: 'What was found, or what the platform said.' }),
    next: z.string().nullable().meta({ description: 'What to do about it; null: nothing.' }),
  })
  .meta({ id: 'CheckedItem' })

export const Rehearsed = z
  .object({
    id: z.number().int().meta({ description: 'Id of the rehearsal.' }),
    state: z.enum(rehearsalStates).meta({ description: 'Whether it waits, runs or is done.' }),
    progress: z.number().int().meta({ description: 'How far it is, from 0 to 100.' }),
    accountIds: z.array(z.string()).meta({ description: 'Into which ad accounts it looks.' }),
    by: z.string().meta({ description: 'Who asked for it.' }),
    startedAt: z.iso.datetime().meta({ description: 'When it was asked for.' }),
    finishedAt: z.iso.datetime().nullable().meta({ description: 'When it was done; null: it is not yet.' }),
    checklist: z.array(CheckedItem).meta({ description: 'What was found; empty until it is done.' }),
  })
  .meta({ id: 'Rehearsed' })

export function rehearsalView(row: RehearsalView): z.input<typeof Rehearsed> {
  return {
    id: Number(row.id),
    state: row.state,
    progress: row.progress,
    accountIds: row.account_ids,
    by: row.by,
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    checklist: row.checklist ?? [],
  }
}
