import { required } from '../../../lookup.ts'
import type { Step, StepResult } from '../../../platforms/contract/launch.ts'
import { digestOf } from '../intents.ts'
import type { Intent } from '../intents.ts'
import type { ItemRef } from '../item-ends.ts'
import type { LaneLease } from '../lane/lanes.ts'

/** An item is taken up. */
export interface Beginning {
  lease: LaneLease
  item: ItemRef
}

/** A write is about to be sent: its intent is committed first. */
export interface WriteFor extends Beginning {
  step: Step
  /** How long the write may still take effect once it is on its way. */
  lifeMs: number
}

/** A write exists: with this, and only with this, it is known to. */
export interface Closing extends Beginning {
  intent: Intent
  result: StepResult
  /** For the write that made the item's ad: the item is launched, both or none. */
  ad?: { creativeId: string | null }
}

/** What is written down at once, for ads of any lanes. */
export type TurnEntry = ({ kind: 'begin' } & Beginning) | ({ kind: 'write' } & WriteFor) | ({ kind: 'close' } & Closing)

export interface Turn {
  leases: LaneLease[]
  /** Those that a cancel must not overtake. */
  decided: TurnEntry[]
  beginnings: Beginning[]
  writes: WriteFor[]
  closings: Closing[]
}

export function turnOf(entries: TurnEntry[]): Turn {
  return {
    leases: [...new Set(entries.map(({ lease }) => lease))],
    decided: entries.filter(isDecided),
    beginnings: entries.filter((entry) => entry.kind === 'begin'),
    writes: entries.filter((entry) => entry.kind === 'write'),
    closings: entries.filter((entry) => entry.kind === 'close'),
  }
}

function isDecided(entry: TurnEntry): boolean {
  return entry.kind === 'begin' || (entry.kind === 'write' ? entry.step.kind === 'ad' : entry.ad !== undefined)
}

/** A column of what is handed to the statement: one parameter, an array with a value for each row. */
interface Column {
  name: string
  type: string
  valuesIn(turn: Turn): unknown[]
}

type ValueOf<Row> = (row: Row, turn: Turn) => unknown

function table<Row>(
  rowsIn: (turn: Turn) => Row[],
  columns: Record<string, [type: string, of: ValueOf<Row>]>,
): Column[] {
  return Object.entries(columns).map(([name, [type, of]]) => ({
    name,
    type,
    valuesIn: (turn) => rowsIn(turn).map((row) => of(row, turn)),
  }))
}

/** Which of the turn's leases, from 1. */
const placeOf = (lease: LaneLease, { leases }: Turn) => leases.indexOf(lease) + 1
const place: [string, ValueOf<Beginning>] = ['bigint', ({ lease }, turn) => placeOf(lease, turn)]

/** What the statement is handed, as tables, in the order in which its parts need them. */
const tables = {
  lease: table((turn) => turn.leases, {
    place: ['bigint', placeOf],
    company_id: ['bigint', (lease) => lease.companyId],
    platform: ['text', (lease) => lease.platform],
    account_id: ['text', (lease) => lease.accountId],
    fence: ['bigint', (lease) => lease.fence],
  }),
  decided: table((turn) => turn.decided, { id: ['bigint', ({ item }) => item.id] }),
  beginning: table((turn) => turn.beginnings, { place, id: ['bigint', ({ item }) => item.id] }),
  closing: table((turn) => turn.closings, {
    place,
    id: ['bigint', ({ intent }) => intent.id],
    item_id: ['bigint', ({ item }) => item.id],
    made_id: ['text', ({ result }) => result.id],
    answer: ['text', ({ result }) => JSON.stringify(result)],
    is_ad: ['boolean', ({ ad }) => ad !== undefined],
    creative_id: ['text', ({ ad }) => ad?.creativeId ?? null],
  }),
  write: table((turn) => turn.writes, {
    place,
    item_id: ['bigint', ({ item }) => item.id],
    kind: ['text', ({ step }) => step.kind],
    key: ['text', ({ step }) => step.key],
    digest: ['text', ({ step }) => (step.kind === 'ad' ? digestOf(step) : '')],
    life_ms: ['float8', ({ lifeMs }) => lifeMs],
  }),
}

const parameters = Object.values(tables).flat()

/** The parameter in which a column is handed over. */
export function arrayOf(name: keyof typeof tables, column: string): string {
  const named = tables[name].find((each) => each.name === column)
  const found = required(named, `column ${column}`)
  return `$${parameters.indexOf(found) + 1}::${found.type}[]`
}

/** One of the tables, to select from. */
export function rowsOf(name: keyof typeof tables): string {
  const names = tables[name].map((column) => column.name)
  return `unnest(${names.map((column) => arrayOf(name, column)).join(', ')}) AS ${name} (${names.join(', ')})`
}

export function valuesFor(turn: Turn): unknown[] {
  return parameters.map((column) => column.valuesIn(turn))
}
