import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkTag } from '../../../scripts/release-tag.ts'

test('nothing is released out of a commit whose tag is not the version', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-tags-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  const git = (...words: string[]) => execFileSync('git', [...identity, ...words], { cwd: folder })
  const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'one more')
  git('init', '--quiet')
  commit()
  assert.deepEqual(await checkTag(folder, '1.2.0'), { tag: 'v1.2.0', isSet: false, problem: null })

  git('tag', 'nightly')
  git('tag', 'v1.2.0')
  assert.deepEqual(await checkTag(folder, '1.2.0'), { tag: 'v1.2.0', isSet: true, problem: null })
  const other = await checkTag(folder, '1.2.1')
  assert.match(other.problem ?? '', /has the tag v1\.2\.0, and package\.json says 1\.2\.1\..* tag the commit v1\.2\.1/)

  git('tag', 'v1.2.1')
  const both = await checkTag(folder, '1.2.1')
  assert.match(both.problem ?? '', /has the tag v1\.2\.0, .*git tag -d v1\.2\.0/)
  git('tag', '--delete', 'v1.2.1')

  commit()
  const taken = await checkTag(folder, '1.2.0')
  assert.match(taken.problem ?? '', /^v1\.2\.0 is another commit already .* raise "version" in package\.json/)
  assert.equal((await checkTag(folder, '1.3.0')).problem, null)
})
