import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { leftoverName, removeLeftovers } from './clean.ts'

let dir = ''

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clean-test-'))
})

after(() => rm(dir, { recursive: true, force: true }))

const hour = 3_600_000

async function addFile(name: string, ageMs: number): Promise<string> {
  await writeFile(join(dir, name), 'x')
  const then = new Date(Date.now() - ageMs)
  await utimes(join(dir, name), then, then)
  return name
}

test('only unfinished files that are old enough are removed', async () => {
  await addFile(leftoverName(), 2 * hour)
  await addFile(leftoverName(), 3 * hour)
  const recent = await addFile(leftoverName(), hour / 2)
  const foreign = await addFile('somebody-elses-file', 5 * hour)
  const folder = leftoverName()
  await mkdir(join(dir, folder))
  const pointer = leftoverName()
  await symlink(join(dir, foreign), join(dir, pointer))
  assert.equal(await removeLeftovers(dir, hour), 2)
  assert.deepEqual((await readdir(dir)).sort(), [recent, foreign, folder, pointer].sort())
})

test('a directory that does not exist yet has nothing to remove', async () => {
  assert.equal(await removeLeftovers(join(dir, 'missing'), 0), 0)
})
