import { CompiledQuery } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { required } from '../../../lookup.ts'
import { standingOf } from '../intents.ts'
import type { Intent, Standing } from '../intents.ts'
import { isHeld, LaneLost } from '../lane/lanes.ts'
import { turnStatement } from './parts.ts'
import { turnOf, valuesFor } from './values.ts'
import type { TurnEntry } from './values.ts'

type Answer = Standing | boolean | Error

/**
 * Writes down everything that waits to be, in one statement: it costs little more than for one. Answers in the same order:
 * for a write its standing, for a beginning whether the item may be worked on, for a closing true; or why it could not be.
 */
export async function takeTurn(db: Db, entries: TurnEntry[]): Promise<Answer[]> {
  try {
    const written = await writeDown(db, entries)
    return await Promise.all(entries.map((entry) => answerTo(db, entry, written)))
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (entries.length === 1 && constraint === 'journal_one_owner') return [new TakenByAnother()]
    // Something about one of them: the others must not suffer for it.
    if (entries.length === 1 || !/^2[23]/.test(code ?? '')) throw error
    const answers: Answer[] = []
    for (const entry of entries) answers.push(...(await takeTurn(db, [entry]).catch((own: Error) => [own])))
    return answers
  }
}

/** Another item was faster to call this ad its own: an ad has one owner, and the database decides who. */
export class TakenByAnother extends Error {
  constructor() {
    super('This ad belongs to another item.')
  }
}

/** What of a turn the statement wrote down; the rest it refused. */
interface Written {
  intents: Map<string, Intent>
  closed: Set<number>
  begun: Set<number>
}

interface WrittenRow {
  what: 'intended' | 'closed' | 'begun'
  id: number
  item_id: number
  key: string | null
  attempt: number | null
}

const writeOf = (itemId: number, key: string | null) => `${itemId} ${key}`

async function writeDown(db: Db, entries: TurnEntry[]): Promise<Written> {
  const { rows } = await everyCompany(db).executeQuery<WrittenRow>(
    CompiledQuery.raw(turnStatement, valuesFor(turnOf(entries))),
  )
  const written: Written = { intents: new Map(), closed: new Set(), begun: new Set() }
  for (const { what, id, item_id: itemId, key, attempt } of rows) {
    if (what === 'intended') written.intents.set(writeOf(itemId, key), { id, attempt: required(attempt, 'attempt') })
    else if (what === 'closed') written.closed.add(id)
    else written.begun.add(itemId)
  }
  return written
}

async function answerTo(db: Db, entry: TurnEntry, { intents, closed, begun }: Written): Promise<Answer> {
  if (entry.kind === 'begin')
    return begun.has(entry.item.id) || ((await isHeld(db, entry.lease)) ? false : new LaneLost())
  if (entry.kind === 'close') return closed.has(entry.intent.id) || new LaneLost()
  const intent = intents.get(writeOf(entry.item.id, entry.step.key))
  return intent ? { state: 'may-send', intent } : standingOf(db, entry.lease, entry.step.key)
}
