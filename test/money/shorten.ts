import type { Sequence, Step } from './steps.ts'

/** What was wrong, and at which step. */
export interface Found {
  place: number
  wrong: string
}

type Played = Found & { sequence: Sequence }

/** Every try is a company of its own: what is left after these is short enough to read. */
const maxTries = 40

/** The same mistake with as little as possible: whatever can be left out without it being gone is left out. */
export async function shortened(
  sequence: Sequence,
  found: Found,
  play: (sequence: Sequence) => Promise<Found | null>,
): Promise<Played> {
  let best: Played = { ...found, sequence: { ...sequence, steps: sequence.steps.slice(0, found.place + 1) } }
  let tries = 0
  let isShorter = true
  while (isShorter) {
    isShorter = false
    for (const smaller of smallerThan(best.sequence)) {
      if (++tries > maxTries) return best
      const again = await play(smaller)
      if (!again) continue
      best = { ...again, sequence: { ...smaller, steps: smaller.steps.slice(0, again.place + 1) } }
      isShorter = true
      break
    }
  }
  return best
}

function* smallerThan(sequence: Sequence): Generator<Sequence> {
  const { steps, guards } = sequence
  for (const place of guards.keys()) if (guards.length > 1) yield { ...sequence, guards: guards.toSpliced(place, 1) }
  for (let place = steps.length - 1; place >= 0; place--) {
    if (steps.length > 1) yield { ...sequence, steps: steps.toSpliced(place, 1) }
    for (const step of simpler(steps[place]!)) yield { ...sequence, steps: steps.toSpliced(place, 1, step) }
  }
}

function* simpler(step: Step): Generator<Step> {
  if (step.do === 'mishap') yield step.write
  if (step.do !== 'together') return
  if (step.writes.length === 1) yield step.writes[0]!
  else for (const place of step.writes.keys()) yield { ...step, writes: step.writes.toSpliced(place, 1) }
}
