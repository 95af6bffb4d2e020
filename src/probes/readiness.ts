import pTimeout from 'p-timeout'

/** What /ready asks. Nothing of it names a company or an address. */
export interface ReadyChecks {
  /** Why nothing is taken here, whatever else is well; null: nothing is known against it. */
  refuses(): string | null
  /** Each rejects when its part is not well. */
  database(): Promise<void>
  storage(): Promise<void>
  /** Always false where nobody works. */
  standsStill(): boolean
}

/** Whether work and calls should come here. */
export interface Readiness {
  /** Why not, in a few words; null: it is ready. */
  problem(): Promise<string | null>
  /** From now on these say. */
  started(checks: ReadyChecks): void
  stopping(): void
}

/** However many ask, parts are looked at twice a second. */
const freshForMs = 500
/** A part that says nothing for so long is not well. */
const answersWithinMs = 2_000

export function createReadiness(now: () => number = () => performance.now()): Readiness {
  let checks: ReadyChecks | null = null
  let isStopping = false
  let known: { at: number; problem: Promise<string | null> } | null = null

  function partsProblem(parts: ReadyChecks): Promise<string | null> {
    if (!known || now() - known.at >= freshForMs) known = { at: now(), problem: lookAt(parts) }
    return known.problem
  }

  return {
    async problem() {
      if (isStopping) return 'stopping'
      if (!checks) return 'starting'
      return checks.refuses() ?? (await partsProblem(checks)) ?? (checks.standsStill() ? 'work stands still' : null)
    },
    started: (own) => void (checks = own),
    stopping: () => void (isStopping = true),
  }
}

async function lookAt(parts: ReadyChecks): Promise<string | null> {
  const [hasDatabase, hasStorage] = await Promise.all([isWell(parts.database()), isWell(parts.storage())])
  if (!hasDatabase) return 'database'
  return hasStorage ? null : 'storage'
}

function isWell(check: Promise<void>): Promise<boolean> {
  const well = check.then(
    () => true,
    () => false,
  )
  return pTimeout(well, { milliseconds: answersWithinMs, fallback: () => false })
}

/** What a probe is answered, on whichever port. */
export interface ProbeAnswer {
  status: number
  text: string
}

/** Whoever can say so is alive. */
export const live: ProbeAnswer = { status: 200, text: 'live\n' }

export async function readyAnswer(readiness: Pick<Readiness, 'problem'>): Promise<ProbeAnswer> {
  const problem = await readiness.problem()
  return problem === null ? { status: 200, text: 'ready\n' } : { status: 503, text: `not ready: ${problem}\n` }
}
