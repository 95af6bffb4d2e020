import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { documentedPath } from '../../../src/http/docs/paths.ts'
import { startTestApp } from '../../support/harness.ts'

/** What a text may take of a context, in bytes. A section that outgrows it gets a part more in src/http/docs/chapters.ts. */
const maxOfAll = 650_000
const maxOfSection = 80_000

const app = await startTestApp()
const read = async (path: string) => {
  const { status, headers, body } = await app.call<string>('GET', path, { key: null })
  assert.equal(status, 200, path)
  assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8', path)
  return body
}
const overview = await read('/llms.txt')
const listed = [...overview.matchAll(/^- \[.*?\]\(.*?(\/llms\/[a-z-]+\.txt)\)/gm)].map((match) => match[1]!)
const pages = new Map<string, string>()
for (const path of listed) pages.set(path, await read(path))

test('the text with everything, and that of each section, fit what they are read into', async () => {
  const everything = await read('/llms-full.txt')
  assert.ok(Buffer.byteLength(everything) < maxOfAll, `llms-full.txt has ${Buffer.byteLength(everything)} bytes`)
  for (const [path, text] of pages)
    assert.ok(Buffer.byteLength(text) < maxOfSection, `${path} has ${Buffer.byteLength(text)} bytes`)
})

test('every operation stands in exactly one section, and in the text with everything once', async () => {
  const everything = await read('/llms-full.txt')
  for (const { rest } of operations) {
    const heading = `\n### ${rest.method} ${documentedPath(rest.path)}\n`
    const holders = listed.filter((path) => pages.get(path)!.includes(heading))
    assert.equal(holders.length, 1, `${heading.trim()} stands in ${holders.join(', ') || 'no section'}`)
    assert.equal(everything.split(heading).length, 2, heading.trim())
  }
})

test('the addresses of sections stay: people and programs keep them', () => {
  const kept = [
    ...[
      'launching',
      'drafts',
      'primary-platform',
      'primary-platform-creating-and-copying',
      'primary-platform-managing',
    ],
    ...['photo-messaging-platform', 'other-platforms', 'search-ads-platform', 'professional-network-platform'],
    ...['reporting', 'accounts-and-people', 'safety', 'automation', 'events-and-safety', 'media-and-library'],
    ...['automation-executions-and-suggestions', 'research', 'older-surface', 'people', 'open'],
  ]
  for (const slug of kept) assert.ok(pages.has(`/llms/${slug}.txt`), slug)
})

test('a section that there is not is 404, with those that there are', async () => {
  for (const path of ['/llms/nothing.txt', '/llms/launching', '/llms/..%2fllms.txt', '/llms/__proto__']) {
    const { status, body } = await app.call<{ error: { message: string } }>('GET', path, { key: null })
    assert.equal(status, 404, path)
    assert.match(body.error.message, /launching\.txt/)
  }
})
