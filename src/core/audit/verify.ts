import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { required } from '../../lookup.ts'
import { notifiesNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { EventData } from '../events/catalogue.ts'
import { isStartSigned, startOf } from './start.ts'
import type { ChainStart } from './start.ts'
import { erasureKey, isErasedBy } from './erase.ts'
import { comparePersonal, joinEntry } from './personal.ts'
import type { Erasure, PersonalValue } from './personal.ts'
import { isSignedBy } from './signed-head.ts'
import type { ChainHead } from './signed-head.ts'

export interface Verified {
  entries: number
  signedHeads: number
  /** Up to where the log has left; null: it is there from its first entry on. */
  start: ChainStart | null
  /** Entries from which somebody who was deleted was erased, each with the entry that says so. */
  erased: number
  /** Numbers of kept ends whose entries left, so that nothing could be held against them. */
  notCompared: number[]
  /** What does not fit, oldest first. */
  problems: string[]
}

/** An end that somebody kept elsewhere. */
export type KeptHead = Pick<ChainHead, 'seq' | 'hash'>

/** What an entry is searched by: taken out of its text when it was written, and to be held against it. */
interface Searched {
  action: string
  actor: string[]
  targets: string[]
}

/** What the next entry is chained to. */
interface Link {
  seq: number
  at: string
  hash: string
}

interface Row extends Searched, Link {
  text: string
  personal: PersonalValue[] | null
}

const atOnce = 1_000
/** What the first entry of a log is chained to. */
export const beginning: Link = { seq: 0, at: '', hash: '0'.repeat(64) }
const moment = sql.raw(`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`)

/**
 * Goes through a company's chain from its beginning, or from where it begins since older entries left: every hash, every number, every column that is shown or searched, and the
 * ends that were signed or that somebody kept.
 */
export async function verifyChain(
  db: Db,
  companyId: CompanyId,
  keys: readonly KeyObject[] | null,
  kept: readonly KeptHead[] = [],
): Promise<Verified> {
  const signed = await signedHeads(db, companyId)
  const signedAt = Map.groupBy(signed, ({ seq }) => seq)
  const keptAt = Map.groupBy(kept, ({ seq }) => seq)
  // Entries may be added while this goes on: the chain has at least what it had when it began, and no more than it has at the end.
  const first = await endOf(db, companyId)
  const problems: string[] = []
  const erasures = createErasures(companyId)
  let start = await startOf(db, companyId)
  let last: Link = start ?? beginning
  for await (const row of entriesOf(db, companyId)) {
    if (row.seq > last.seq + 1) {
      // More may have left since this began.
      start = await startOf(db, companyId)
      if (start && start.seq > last.seq && start.seq < row.seq) last = start
    }
    const broken = linkProblems(companyId, last, row)
    // What was changed tells nothing about its columns.
    problems.push(...(broken.length > 0 ? broken : [...columnProblems(row), ...erasures.see(row)]))
    for (const head of signedAt.get(row.seq) ?? []) problems.push(...headProblems(companyId, keys, head, row))
    for (const { hash } of keptAt.get(row.seq) ?? [])
      if (hash !== row.hash) problems.push(`entry ${row.seq} is not the one whose hash was kept`)
    if (row.seq === first?.seq && (row.hash !== first.hash || row.at !== first.at))
      problems.push(`entry ${row.seq} is not the one that the chain ended with`)
    signedAt.delete(row.seq)
    keptAt.delete(row.seq)
    if (row.seq > last.seq) last = row
  }
  problems.push(...(start ? startProblems(companyId, keys, start, [...signed, ...kept]) : []))
  // What left cannot be compared any more, but for the last of it.
  const hasLeft = (seq: number) => start !== null && seq <= start.seq
  const notCompared = [...keptAt.keys()].filter((seq) => hasLeft(seq) && seq !== start?.seq)
  for (const at of [signedAt, keptAt]) for (const seq of [...at.keys()].filter(hasLeft)) at.delete(seq)
  for (const seq of signedAt.keys()) problems.push(`entry ${seq} was signed and is missing`)
  for (const seq of keptAt.keys()) problems.push(`entry ${seq}, whose hash was kept, is missing`)
  problems.push(...endProblems(last, first, await endOf(db, companyId)))
  problems.push(...erasures.left())
  return { entries: last.seq, signedHeads: signed.length, start, erased: erasures.count(), notCompared, problems }
}

/** Holds whatever was erased against the entry that says that it was, which comes after it. */
function createErasures(companyId: CompanyId) {
  const open = new Map<number, Erasure[]>()
  const erased = new Set<number>()
  const settle = ({ seq, text }: Pick<Row, 'seq' | 'text'>): string[] => {
    const named = open.get(seq)
    const key = named && erasureKey(text)
    if (!key) return []
    const forged = named.filter((erasure) => !isErasedBy(key, companyId, erasure))
    open.delete(seq)
    return forged.map(
      ({ seq: at, place }) => `${place} of entry ${at} was taken out, and not by the deletion that it names`,
    )
  }
  return {
    settle,
    /** Numbers of the entries that should say so and were not seen yet. */
    awaited: () => [...open.keys()],
    see({ seq, text, personal }: Row): string[] {
      const { problems, erasures } = comparePersonal(seq, text, personal)
      for (const erasure of erasures) {
        erased.add(seq)
        open.set(erasure.by, [...(open.get(erasure.by) ?? []), erasure])
      }
      return [...problems, ...settle({ seq, text })]
    },
    left: () =>
      [...open.values()]
        .flat()
        .map(({ seq, place }) => `${place} of entry ${seq} was taken out, and no entry says that somebody was deleted`),
    count: () => erased.size,
  }
}

/** What does not fit in entries that follow each other; what was erased of them may be told of by later ones. */
export async function problemsAmong(db: Db, companyId: CompanyId, before: Link, entries: readonly Row[]) {
  const erasures = createErasures(companyId)
  const links = [before, ...entries]
  const problems = entries.flatMap((row, place) => [
    ...linkProblems(companyId, required(links[place], 'link'), row),
    ...columnProblems(row),
    ...erasures.see(row),
  ])
  const { rows: later } = await sql<Pick<Row, 'seq' | 'text'>>`
    SELECT seq, entry::text AS text FROM audit_log
    WHERE company_id = ${companyId} AND seq = ANY(${erasures.awaited()}::bigint[])`.execute(db)
  return [...problems, ...later.flatMap(erasures.settle), ...erasures.left()]
}

function startProblems(
  companyId: CompanyId,
  keys: readonly KeyObject[] | null,
  start: ChainStart,
  ends: readonly KeptHead[],
): string[] {
  const isSigned = keys === null || isStartSigned(keys, companyId, start)
  const isSame = ends.every(({ seq, hash }) => seq !== start.seq || hash === start.hash)
  return [
    ...(isSigned ? [] : [`that entries up to ${start.seq} left was not signed by this service`]),
    ...(isSame ? [] : [`entry ${start.seq}, the last that left, is not the one that was signed or kept`]),
  ]
}

/** Whether an entry follows the one before it. */
function linkProblems(companyId: CompanyId, last: Link, row: Row): string[] {
  if (row.seq <= last.seq) return [`entry ${row.seq} was put in`]
  const missing = row.seq === last.seq + 1 ? [] : [`entries ${last.seq + 1} to ${row.seq - 1} are missing`]
  const text = [last.hash, companyId, row.seq, row.at, row.text].join('\n')
  const isTrue = createHash('sha256').update(text).digest('hex') === row.hash
  return isTrue ? missing : [...missing, `entry ${row.seq} was changed, or the one before it`]
}

/** By our own reading of the entry: what the database makes of it can be changed with it. */
function columnProblems(row: Row): string[] {
  const said = searchedIn(row)
  return (Object.keys(said) as (keyof Searched)[])
    .filter((column) => JSON.stringify(said[column]) !== JSON.stringify(row[column]))
    .map((column) => `the column ${column} of entry ${row.seq} is not what the entry says`)
}

function searchedIn({ text, personal }: Row): Record<keyof Searched, unknown> {
  const { action, actor, targets } = joinEntry(JSON.parse(text) as object, personal) as {
    action?: string
    actor?: { kind?: string; id?: number | null; name?: string }
    targets?: string[]
  }
  const who = [actor?.kind, actor?.id].filter((part) => part !== undefined && part !== null).join(':')
  return { action, actor: [actor?.name, who], targets }
}

function headProblems(companyId: CompanyId, keys: readonly KeyObject[] | null, head: SignedHead, row: Row): string[] {
  const isSame = head.hash === row.hash && head.at === row.at
  const isSigned = keys === null || isSignedBy(keys, { companyId, ...head }, head.signature)
  return [
    ...(isSame ? [] : [`entry ${row.seq} is not the one that was signed`]),
    ...(isSigned ? [] : [`the signature of entry ${row.seq} was not made by this service`]),
  ]
}

interface End extends Link {
  signedSeq: number
}

function endProblems(last: Link, first: End | undefined, end: End | undefined): string[] {
  if (!end) return last.seq > 0 ? [`the chain ends with entry ${last.seq}, and its end was taken out`] : []
  const should = first && last.seq < first.seq ? first.seq : last.seq > end.seq ? end.seq : null
  return [
    ...(should === null ? [] : [`the chain ends with entry ${last.seq}, and should with ${should}`]),
    ...(end.signedSeq > end.seq ? [`entry ${end.signedSeq} was signed, and the chain ends with ${end.seq}`] : []),
  ]
}

async function endOf(db: Db, companyId: CompanyId): Promise<End | undefined> {
  const { rows } = await sql<End>`
    SELECT seq, ${moment}, encode(hash, 'hex') AS hash, told_seq AS "signedSeq"
    FROM audit_heads WHERE company_id = ${companyId}`.execute(db)
  return rows[0]
}

async function* entriesOf(db: Db, companyId: CompanyId): AsyncGenerator<Row> {
  let rows = await entriesAfter(db, companyId, null)
  while (rows.length > 0) {
    yield* rows
    rows = await entriesAfter(db, companyId, required(rows.at(-1), 'last row').seq)
  }
}

/** null: from the very first, whatever number that has. */
export async function entriesAfter(db: Db, companyId: CompanyId, seq: number | null, limit = atOnce): Promise<Row[]> {
  const isNext = seq === null ? sql`true` : sql`seq > ${seq}`
  const { rows } = await sql<Row>`
    SELECT seq, ${moment}, encode(hash, 'hex') AS hash, entry::text AS text, action, actor, targets, personal
    FROM audit_log WHERE company_id = ${companyId} AND ${isNext} ORDER BY seq LIMIT ${limit}`.execute(db)
  return rows
}

type SignedHead = EventData['audit.head']

async function signedHeads(db: Db, companyId: CompanyId): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom('events')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select('detail')
    .where('kind', '=', 'audit.head')
    .where('batch_id', 'is', null)
    .execute()
  return rows.map(({ detail }) => ({ ...(detail as unknown as SignedHead), seq: Number(detail.seq) }))
}
