import type { Db } from '../../db/connect.ts'
import { inGroups } from '../../async/batcher.ts'
import type { Pulse } from '../../probes/pulse.ts'
import type { Standing } from './intents.ts'
import { takeTurn } from './turn/turn.ts'
import type { Beginning, Closing, TurnEntry, WriteFor } from './turn/values.ts'

/** What is written down for every ad. Whatever waits to be is written down together, for all lanes of the worker. */
export interface TurnJournal {
  /** False: the item has come to its end, or the lane has another owner. */
  begin(beginning: Beginning): Promise<boolean>
  intend(write: WriteFor): Promise<Standing>
  close(closing: Closing): Promise<void>
}

export function openJournal(db: Db, pulse: Pick<Pulse, 'step'>): TurnJournal {
  const take = inGroups((entries: TurnEntry[]) => pulse.step(takeTurn(db, entries)))
  return {
    begin: async (beginning) => (await take({ kind: 'begin', ...beginning })) as boolean,
    intend: async (write) => (await take({ kind: 'write', ...write })) as Standing,
    close: async (closing) => void (await take({ kind: 'close', ...closing })),
  }
}
