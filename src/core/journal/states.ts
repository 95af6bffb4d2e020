import { sql } from '../../db/sql.ts'
import type { Piece } from '../../db/sql.ts'
import type { BatchState, ItemState } from '../../db/tables/tables.ts'

/** One move of a batch or an item: from a state to another, by what, and when. Everything not listed is refused, by the database too. */
export interface Move<S extends string> {
  from: S
  to: S
  by: string
}

export const batchMoves: Move<BatchState>[] = [
  { from: 'draft', to: 'queued', by: 'the draft is launched' },
  { from: 'queued', to: 'processing', by: 'a worker begins its first ad' },
  { from: 'queued', to: 'error', by: 'every ad failed before one was begun (the token opens nothing)' },
  { from: 'queued', to: 'cancelled', by: 'it is cancelled before it began' },
  { from: 'processing', to: 'success', by: 'the last ad is launched, none failed' },
  { from: 'processing', to: 'partial', by: 'the last ad has ended, some launched, some failed' },
  { from: 'processing', to: 'error', by: 'the last ad has ended, none launched' },
  { from: 'processing', to: 'cancelled', by: 'the last ad has ended after a cancel stopped others' },
  { from: 'error', to: 'queued', by: 'what failed is launched again' },
  { from: 'partial', to: 'queued', by: 'what failed is launched again' },
  { from: 'cancelled', to: 'queued', by: 'what was cancelled or failed is launched again' },
]

export const itemMoves: Move<ItemState>[] = [
  { from: 'waiting', to: 'running', by: 'a worker begins it' },
  { from: 'waiting', to: 'failed', by: 'another item showed that the account cannot be used' },
  { from: 'waiting', to: 'cancelled', by: 'its batch is cancelled' },
  { from: 'running', to: 'launched', by: 'the platform has the ad' },
  { from: 'running', to: 'failed', by: 'the platform refused, or the tries are used up' },
  { from: 'running', to: 'waiting', by: 'it is to be tried again later, or its worker was told to stop' },
  { from: 'running', to: 'unsure', by: 'the answer to a write was lost' },
  {
    from: 'running',
    to: 'cancelled',
    by: 'its batch is cancelled before its ad was sent, or that ad turns out not to exist',
  },
  { from: 'unsure', to: 'running', by: 'a worker looks for the write' },
  { from: 'unsure', to: 'cancelled', by: 'its batch is cancelled before its ad was sent' },
  { from: 'failed', to: 'waiting', by: 'it is launched again' },
  { from: 'cancelled', to: 'waiting', by: 'it is launched again' },
  { from: 'launched', to: 'undone', by: 'its batch is undone' },
]

/** Items in these states may still change by themselves. */
export const openItemStates = ['waiting', 'running', 'unsure'] as const satisfies ItemState[]

/** The same as a condition. The states stand in its text, not in parameters: so PostgreSQL sees that the indexes of open items serve it. */
export const openItemsText = (column = 'state') =>
  `${column} IN (${openItemStates.map((state) => `'${state}'`).join(', ')})`

export const isOpenItem = (column?: string): Piece<boolean> => sql.raw(openItemsText(column))
