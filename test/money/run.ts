import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plant } from '../support/plant.ts'
import { moveClock } from './clock.ts'
import { findPlants } from './find-plants.ts'
import { plants } from './plants.ts'

/**
 * `npm run money -- --sequences 10000 --seed 1`: random sequences of everything that can spend, held against a model; exits 1 on
 * the first that breaks it, with the shortest one found. With `--state DIR` it goes on where it stopped. `--only 17` plays the
 * seventeenth alone and tells every step. `--all` does not stop at the first that is wrong. `--plants` plants one mistake after the
 * other and tells how many sequences it took to find it.
 */
const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    state: { type: 'string' },
    breadth: { type: 'string', default: 'all' },
    bases: { type: 'string', default: 'spend,commitments' },
    judge: { type: 'string', default: 'all' },
    all: { type: 'boolean', default: false },
    plants: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
})
if (values.plants) process.exit(await findPlants(values.seed))
if (values.plant) plant(plants.find(({ name }) => name === values.plant)!)
const { playMany } = await import('./many.ts')
const { startService } = await import('./service.ts')
/** A company is a few hundred rows and objects: after so many sequences everything begins anew. */
const perWorld = 500
const seed = Number(values.seed)
const [first, end] = values.only
  ? [Number(values.only), Number(values.only) + 1]
  : [await done(), Number(values.sequences)]
const counts = new Map<string, number>()
const clock = moveClock()
let wrongs = 0
for (let from = first; from < end && (wrongs === 0 || values.all); from += perWorld) {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-money-'))
  await chmod(dataDir, 0o711)
  const service = await startService({ DATA_DIR: dataDir })
  try {
    wrongs += await playMany(
      {
        count: (outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
        service,
        clock,
        judges: values.judge === 'all' ? 'all' : 'breaches',
        report: values.only ? console.log : undefined,
      },
      {
        seed,
        from,
        to: Math.min(end, from + perWorld),
        choice: choice(),
        onDone: values.only ? undefined : reported,
        onWrong,
      },
    )
  } finally {
    await service.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
for (const [outcome, count] of [...counts].sort()) console.log(`${String(count).padStart(7)} ${outcome}`)
process.exit(wrongs > 0 ? 1 : 0)

/** Whether to go on. */
function onWrong(text: string): boolean {
  console.error(`\n${text}`)
  return values.all
}

function choice() {
  const bases = values.bases.split(',') as ('spend' | 'commitments')[]
  return {
    bases,
    byKey: bases.includes('commitments'),
    breadth: values.breadth === 'budgets' ? 'budgets' : 'all',
  } as const
}

function stateFile(): string | null {
  return values.state ? join(values.state, `money-${seed}.json`) : null
}

/** How many sequences of this seed were played before. */
async function done(): Promise<number> {
  const file = stateFile()
  if (!file) return 0
  await mkdir(values.state!, { recursive: true })
  const text = await readFile(file, 'utf8').catch(() => '{"done":0}')
  return (JSON.parse(text) as { done: number }).done
}

async function reported(count: number): Promise<void> {
  if (count % 50 === 0) console.log(`${count} sequences`)
  const file = stateFile()
  if (file) await writeFile(file, JSON.stringify({ done: count }))
}
