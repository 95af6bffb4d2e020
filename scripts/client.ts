import { generateClient, staleFiles, writeClient } from './client/generate.ts'

/** `npm run client` writes what the typed client has from the table of operations; `--check` only says whether it would change. */
const files = await generateClient()
const stale = await staleFiles(files)
if (process.argv.includes('--check')) {
  if (stale.length > 0)
    console.error(`client/src/generated is not what the interface is now (${stale.join(', ')}): npm run client`)
  process.exit(stale.length > 0 ? 1 : 0)
}
await writeClient(files)
console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Nothing has changed.')
process.exit(0)
