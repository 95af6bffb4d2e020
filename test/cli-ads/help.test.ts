import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { rooms } from '../../src/cli/rooms.ts'
import { childEnv } from '../support/service/child-env.ts'

const root = join(import.meta.dirname, '..', '..')

/** Tells every file of ours that is loaded. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load: (url, context, next) => {
      if (url.startsWith('file:') && !url.includes('/node_modules/')) process._rawDebug('loaded ' + url)
      return next(url, context)
    },
  })
`)}`

async function loadedFor(entry: string, ...words: string[]): Promise<string[]> {
  const args = ['--import', telling, join(root, entry), ...words]
  const { stderr } = await promisify(execFile)(process.execPath, args, { env: childEnv, maxBuffer: 2 ** 24 })
  return [...stderr.matchAll(/^loaded file:\/\/(.+)$/gm)].map(([, path]) => path!.slice(root.length + 1)).sort()
}

test('the list of all commands loads what it is made of, and nothing of the service', async () => {
  assert.deepEqual(await loadedFor('src/main.ts', '--help'), [
    ...['src/cli/commands/ad.ts', 'src/cli/launcher.ts', 'src/cli/program.ts', 'src/cli/rooms.ts'],
    ...['src/imports.ts', 'src/main.ts', 'src/version.ts'],
  ])
})

test('the list says of every command of the operator what its own help says', async () => {
  for (const { commands, load } of rooms) {
    const program = new Command()
    ;(await load())(program)
    const own = program.commands.map((each) => [each.name(), each.description()])
    assert.deepEqual(Object.entries(commands), own)
  }
})
