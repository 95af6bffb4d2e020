import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refused } from './new/draft.ts'
import { draftOf } from './new/kinds.ts'

/** `npm run new operation|metric|event|page|platform NAME` writes the files, the test and the row of the documents. */
const root = join(import.meta.dirname, '..')

try {
  const { files, next } = await draftOf(root, process.argv.slice(2))
  for (const [path, text] of Object.entries(files)) {
    console.log(`${existsSync(join(root, path)) ? 'changed' : 'new    '} ${path}`)
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  console.log(['', 'What is left to say is marked "Fill in:". Next:', ...next.map((step) => `- ${step}`)].join('\n'))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
