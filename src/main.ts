import './imports.ts'

const words = process.argv.slice(2)
const isUp = words.length === 0 || (words.length === 1 && words[0] === 'up')

/** Whoever only watches over the service loads nothing of it. Under `node --watch`, which holds a line to us, that is node's own work. */
async function run(): Promise<number> {
  if (isUp && !process.connected) return (await import('./cli/supervise.ts')).supervise(import.meta.filename)
  return (await import('./cli/program.ts')).runCommand(words)
}

process.exit(await run())
