import { parseArgs } from 'node:util'
import { attacks, attackAll } from './attacks.ts'
import { setStage } from './stage.ts'

/** `npm run attack [-- names]`: attacks a service that it starts, tells how each try ended, exits 1 when one did not hold. */
const { positionals } = parseArgs({ allowPositionals: true })
const chosen = positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name))
if (chosen.length === 0) {
  console.error(`There is no such attack; there are: ${attacks.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
const stage = await setStage(true)
let code = 1
try {
  const tried = await attackAll(stage, chosen, ({ attack, what, held, seen }) =>
    console.log(`${held ? 'held  ' : 'FAILED'} ${attack}: ${what}${seen ? ` (${seen})` : ''}`),
  )
  const failed = tried.filter(({ held }) => !held)
  console.log(`\n${tried.length - failed.length} held, ${failed.length} did not.`)
  code = failed.length > 0 ? 1 : 0
} finally {
  await stage.close()
}
process.exit(code)
