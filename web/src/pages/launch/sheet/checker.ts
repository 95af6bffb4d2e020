import { FlightdeckError } from '../../../../../client/src/index.ts'
import type { PlannedAd } from '../../../../../client/src/index.ts'
import { required } from '../../../../../client/src/required.ts'
import { checkAds } from '../../../data/launch/launches.ts'
import type { NameFinder } from '../names/finder.ts'
import { learnLikely } from '../names/likely.ts'
import { lookUp } from '../names/look-up.ts'
import type { LaunchPageState } from '../page-state.ts'
import { columnOfField } from './columns.ts'
import type { Finding, Problems } from './problems.ts'
import { isEmpty, readRow } from './rows.ts'
import type { Row } from './rows.ts'
import type { SheetStore } from './store.ts'
import { t } from '../../../languages/t.ts'

const waitMs = 350
const waitAfterFailureMs = 15_000
/** So many are asked about in one call: the first findings of a long paste come soon. */
const maxAtOnce = 100

type CheckState = 'idle' | 'waiting' | 'asking' | 'failed'

/** Asks the service about rows as they are written: those that have changed, one call at a time. */
export interface Checker {
  state(): CheckState
  failure(): unknown
  stop(): void
}

export function startChecker({ sheet, problems, names }: LaunchPageState): Checker {
  let state: CheckState = 'idle'
  let failure: unknown = null
  let wait: ReturnType<typeof setTimeout> | undefined
  const over = new AbortController()

  function become(next: CheckState, why: unknown = null): void {
    state = next
    failure = why
    sheet.signals.notify('check')
  }

  function soon(ms = waitMs): void {
    if (state === 'asking' || over.signal.aborted) return
    if (state !== 'waiting' && state !== 'failed') become('waiting')
    clearTimeout(wait)
    wait = setTimeout(() => void ask(), ms)
  }

  async function ask(): Promise<void> {
    const rows = changedRows(sheet, problems, names)
    if (rows.length === 0) return become('idle')
    become('asking')
    try {
      await askAbout(rows, problems, over.signal)
      become('idle')
      soon(0)
    } catch (error) {
      if (over.signal.aborted) return
      become('failed', error)
      soon(waitAfterFailureMs)
    }
  }

  const hearing = ['content', 'names'].map((key) => sheet.signals.subscribe(key, () => soon()))
  soon(0)
  return {
    state: () => state,
    failure: () => failure,
    stop() {
      over.abort()
      clearTimeout(wait)
      for (const stop of hearing) stop()
    },
  }
}

/** The next that the service has not seen, with those that have the same reference: it must be unique. */
function changedRows(sheet: SheetStore, problems: Problems, names: NameFinder): Row[] {
  const filled = sheet.content().rows.filter((row) => !isEmpty(row))
  const changed = filled.filter((row) => !problems.isKnown(row) && !names.isLooking(row)).slice(0, maxAtOnce)
  if (changed.length === 0) return []
  const refs = new Set(changed.map(referenceOf).filter((ref) => ref !== ''))
  const twins = filled.filter((row) => refs.has(referenceOf(row)) && !changed.includes(row))
  return [...changed, ...twins]
}

const referenceOf = ({ cells }: Row) => (cells['client ref'] ?? '').trim()

async function askAbout(rows: Row[], problems: Problems, signal: AbortSignal): Promise<void> {
  const ads = rows.map((row) => readRow(row).ad)
  try {
    const planned = await checkAds(ads, signal)
    for (const [index, row] of rows.entries()) learn(row, problems, findingsOf(required(planned[index], 'planned ad')))
  } catch (error) {
    // Where nothing of it can be read, the refusal says why.
    if (!(error instanceof FlightdeckError && error.is('bad_request'))) throw error
    learnRefusal(rows, problems, error)
  }
}

/** What a refusal says of single ads goes to their cells. */
export function learnRefusal(rows: Row[], problems: Problems, { issues }: FlightdeckError): void {
  for (const [index, row] of rows.entries()) {
    const own = issues.filter(({ path }) => path === `ads.${index}` || path.startsWith(`ads.${index}.`))
    learn(row, problems, findingsOf({ issues: own, warnings: [] }))
  }
}

function learn(row: Row, problems: Problems, findings: Finding[]): void {
  problems.learn(row, findings)
  const bad = findings.filter(({ tone }) => tone === 'bad').map(({ column }) => column)
  // In an account that is none there is nothing to be found.
  for (const column of bad.includes('account') ? ['account'] : bad) void learnLikely(lookUp, row, column)
}

/** What stood against ads when they were launched, in the rows that they have now. */
export function recallFailures(rows: readonly Row[], problems: Problems, failures: PlannedAd['issues']): void {
  for (const [index, row] of rows.entries()) {
    const own = failures.filter(({ path }) => path === `ads.${index}` || path.startsWith(`ads.${index}.`))
    const findings = findingsOf({ issues: own, warnings: [] })
    for (const { column } of findings) void learnLikely(lookUp, row, column)
    if (own.length > 0)
      problems.recall(
        row,
        findings.map((finding) => ({ ...finding, tone: 'warn', isRecalled: true })),
      )
  }
}

function findingsOf({ issues, warnings }: Pick<PlannedAd, 'issues' | 'warnings'>): Finding[] {
  return [
    ...issues.map(({ path, message, expected, longest }): Finding => {
      const text = expected ? t('{message} (expected: {expected})', { message, expected }) : message
      const more = longest === undefined ? {} : { longest }
      return { column: columnOfField(fieldOf(path)), message: text, tone: 'bad', ...more }
    }),
    ...warnings.map(({ path, message, reason }): Finding => {
      return { column: columnOfField(fieldOf(path)), message, tone: 'warn', isUnused: reason === 'unused' }
    }),
  ]
}

/** `ads.3.media.0.url` is about the field media.0.url of an ad. */
function fieldOf(path: string): string | undefined {
  return /^ads\.\d+\.(.+)$/.exec(path)?.[1]
}
