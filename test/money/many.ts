import fc from 'fast-check'
import { playSequence } from './play.ts'
import type { Stage } from './play.ts'
import { shortened } from './shorten.ts'
import { sequences } from './steps.ts'
import type { Choice, Sequence } from './steps.ts'

interface Many {
  seed: number
  from: number
  to: number
  choice: Choice
  onDone?: (count: number) => Promise<void> | void
  /** Hears of one that is wrong, as short as it can be, and says whether to go on. */
  onWrong: (text: string) => boolean
}

/** Plays the sequences of a seed from one number to another. Answers how many were wrong. */
export async function playMany(stage: Omit<Stage, 'nextName'>, many: Many): Promise<number> {
  let companies = 0
  let wrongs = 0
  const nextName = () => `m${many.seed}-${many.from}-${++companies}`
  for (let number = many.from; number < many.to; number++) {
    const found = await playOne({ ...stage, nextName }, many, number)
    if (found) wrongs++
    if (found && !many.onWrong(found)) return wrongs
    await many.onDone?.(number + 1)
  }
  return wrongs
}

function sequenceOf({ seed, choice }: Pick<Many, 'seed' | 'choice'>, number: number): Sequence {
  const [sequence] = fc.sample(sequences(choice), { seed: seed * 1_000_003 + number, numRuns: 1, unbiased: true })
  return sequence!
}

async function playOne(stage: Stage, many: Many, number: number): Promise<string | null> {
  const sequence = sequenceOf(many, number)
  const found = await playSequence(stage, sequence)
  if (!found) return null
  const quiet = { ...stage, report: undefined }
  const shortest = stage.report
    ? { sequence, ...found }
    : await shortened(sequence, found, (one) => playSequence(quiet, one))
  const lines: string[] = []
  if (!stage.report) await playSequence({ ...stage, report: (line) => void lines.push(line) }, shortest.sequence)
  const steps = shortest.sequence.steps.map((step) => `    ${JSON.stringify(step)},`).join('\n')
  return [
    `Sequence ${number} of seed ${many.seed} is wrong (npm run money -- --seed ${many.seed} --only ${number}); shortened:`,
    `{ begins: ${JSON.stringify(shortest.sequence.begins)},`,
    `  guards: ${JSON.stringify(shortest.sequence.guards)},`,
    `  steps: [\n${steps}\n  ] }`,
    `Step ${shortest.place + 1}: ${shortest.wrong}`,
    ...(lines.length > 0 ? ['Played once more:', ...lines] : []),
  ].join('\n')
}
