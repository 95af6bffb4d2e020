import { moneyText } from './money.ts'
import type { Guard } from './guard.ts'
import { unknown } from './figure.ts'
import type { FigureOrUnknown } from './figure.ts'
import type { CapStatus } from './terms.ts'

/** What would change today for a guard that does not count what runs, if it did. */
export interface Proposal {
  basis: 'commitments'
  /** Which of its caps the figures are of: the one with less left. */
  limit: 'dailyCap' | 'monthlyCap'
  exposure: FigureOrUnknown
  cap: number
  /** Whether every write that adds anything would be refused, asked about or warned of today, by the guard's mode. */
  wouldRefuse: boolean
  message: string
}

/** Only caps go by a basis, and what counts the writes of one key by itself has none. */
export function isProposedFor(guard: Guard): boolean {
  return guard.basis === 'spend' && guard.by === null && (guard.dailyCap !== null || guard.monthlyCap !== null)
}

/** `day`, `month`: how the caps would stand by what runs. */
export function proposalOf(guard: Guard, day: CapStatus | null, month: CapStatus | null): Proposal | null {
  const caps = [
    ...(day ? [{ limit: 'dailyCap' as const, state: day }] : []),
    ...(month ? [{ limit: 'monthlyCap' as const, state: month }] : []),
  ]
  const [first] = caps.sort((one, other) => roomIn(one.state) - roomIn(other.state))
  if (!first) return null
  const { cap, exposure } = first.state
  const wouldRefuse = roomIn(first.state) <= 0
  const proposal = { basis: 'commitments', limit: first.limit, cap, wouldRefuse } as const
  return { ...proposal, exposure: exposure ?? unknown, message: sentence(guard, first.limit, first.state) }
}

/** What is not known leaves no room. */
function roomIn({ cap, exposure }: CapStatus): number {
  return typeof exposure === 'number' ? cap - exposure : -Infinity
}

const becomes = { refuse: 'refused', ask: 'asked about', warn: 'warned of' }

function sentence({ currency, mode }: Guard, limit: Proposal['limit'], state: CapStatus): string {
  const held = `every write that adds anything would be ${becomes[mode]}`
  if (typeof state.exposure !== 'number')
    return `With commitments nobody could tell what is counted, and ${held}. ${state.problem ?? ''}`.trim()
  const span = limit === 'dailyCap' ? 'today' : 'this month'
  const [counted, cap] = [state.exposure, state.cap].map((amount) => moneyText(amount, currency))
  const begins = `With commitments ${counted} of ${cap} would be counted ${span}`
  const room = roomIn(state)
  return room <= 0 ? `${begins}: ${held}.` : `${begins}: ${moneyText(room, currency)} would be left.`
}
