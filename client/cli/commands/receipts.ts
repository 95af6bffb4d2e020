import type { Command } from 'commander'
import { does, numbers } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { countOf } from '../words.ts'
import { collect } from './collect.ts'
import { endText } from './ends.ts'

export function addReceipts(batch: Command, run: Run, idHelp: string): void {
  const receipts = batch
    .command('receipts')
    .summary('what was asked for, what the platform stored, and where the two differ')
    .argument('<id>', idHelp)
    .option('--refresh', 'read from the platform again')
  does<{ refresh?: boolean }>(receipts, run, async (context, [id = ''], { refresh }) => {
    const { flightdeck } = await context.open()
    const question = { id, limit: 200, refresh: refresh ? ('true' as const) : undefined }
    const found = await collect(flightdeck.all.getReceipts(question, { signal: context.signal }))
    context.show(found, () =>
      [describeStored, describeFields, describeDestinations, describeEnhancements]
        .map((describe) => describe(context, found))
        .filter((text) => text !== '')
        .join('\n\n'),
    )
  })
}

interface ReceiptShown {
  index: number
  adName: string
  adId: string
  error?: string
  undoneAt?: string
  endTime?: string
  endedBy?: string
  differences: { field: string; asked?: unknown; stored?: unknown; reason?: string }[]
  fields?: { field: string; outcome: string; asked?: unknown; has?: unknown; by?: string; reason?: string }[]
  destinations?: { of: string; url: string | null; by: string }[]
  enhancements?: { name: string; asked: string; stored: string | null }[]
}

function describeStored(context: Context, found: readonly ReceiptShown[]): string {
  const rows = found.flatMap(({ index, adName, adId, error, undoneAt, differences, ...ends }) => {
    const ad = [String(index), adName, adId]
    const end = endText(ends)
    if (error) return [[...ad, '-', '', error, end]]
    if (differences.length === 0) return [[...ad, undoneAt ? 'removed again' : 'as asked for', '', '', end]]
    return differences.map(({ field, asked, stored, reason }) => [
      ...[...ad, field, shown(asked)],
      ...[reason ? `${shown(stored)} (${reason})` : shown(stored), end],
    ])
  })
  if (rows.length === 0) return 'Nothing of it was launched.'
  const columns = [numbers('AD'), 'NAME', 'AD ID', 'FIELD', 'ASKED', 'STORED']
  return context.table(found.some(({ endTime }) => endTime) ? [...columns, 'ENDS'] : columns, rows)
}

const outcomes: Record<string, string> = { unused: 'not used', decided: 'decided elsewhere' }

/** Of the request, in its own words, what the ads do not have as it was asked for. */
function describeFields(context: Context, found: readonly ReceiptShown[]): string {
  const rows = found.flatMap(({ index, fields = [] }) =>
    fields
      .filter(({ outcome }) => outcome !== 'as_asked')
      .map(({ field, outcome, asked, has, by, reason }) => [
        ...[String(index), field, outcomes[outcome] ?? outcome, shown(asked), shown(has)],
        [by, reason].filter(Boolean).join(': '),
      ]),
  )
  if (rows.length === 0) return ''
  const columns = [numbers('AD'), 'OF THE REQUEST', 'OUTCOME', 'ASKED', 'THE AD HAS', { title: 'BY', isText: true }]
  return context.table(columns, rows)
}

function describeDestinations(context: Context, found: readonly ReceiptShown[]): string {
  const rows = found.flatMap(({ index, destinations = [] }) =>
    destinations.map(({ of, url, by }) => [String(index), of, url ?? 'not known', by]),
  )
  return rows.length === 0 ? '' : context.table([numbers('AD'), 'CLICKS ON', 'LEAD TO', 'BY'], rows)
}

/** What is off as it was asked for is only counted. */
function describeEnhancements(context: Context, found: readonly ReceiptShown[]): string {
  const rows = found.flatMap(({ index, enhancements = [] }) => {
    const isPlain = ({ asked, stored }: { asked: string; stored: string | null }) => asked === 'off' && stored === 'off'
    const off = enhancements.filter(isPlain).length
    const others = enhancements.filter((flag) => !isPlain(flag))
    return [
      ...(off > 0 ? [[String(index), countOf(off, 'flag'), 'off', 'off']] : []),
      ...others.map(({ name, asked, stored }) => [String(index), name, asked, stored ?? 'not told']),
    ]
  })
  return rows.length === 0 ? '' : context.table([numbers('AD'), 'ENHANCEMENT', 'ASKED', 'STORED'], rows)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '-')
}
