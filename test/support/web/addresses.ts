import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { catalogueOf } from './catalogue.ts'
import { root } from './built.ts'

/** Every address of the dashboard, as its router has them. */
export function allAddresses(): string[] {
  const router = readFileSync(join(root, 'web', 'src', 'app', 'router.tsx'), 'utf8')
  return [...router.matchAll(/^ {2}page\(\s*'([^']+)'/gm)].map(([, path]) => path!)
}

/** What stands for $id, by what stands before it. */
export type Ids = Record<string, string | number>

/** The address with what stands for its parameters; nothing may be left for one, or made up. */
export function addressOf(path: string, ids: Ids): string {
  const [first = ''] = path.split('/').filter(Boolean)
  const values: Record<string, string | number | undefined> = { id: ids[first], platform: 'pinterest' }
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    assert.ok(value !== undefined, `nothing stands for $${name} in ${path}`)
    return String(value)
  })
}

/** Listens to what a page is told, and answers what an address leads to that is not there, since it was asked last. */
export function lostOn(page: Page): (path: string) => Promise<string[]> {
  const lost: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() === 404 && pathname.startsWith('/v1/')) lost.push(`there is nothing at ${pathname}`)
  })
  return async (path) => {
    const title = await page.locator('main h1').first().innerText()
    const found = [...lost.splice(0), ...((await notFound()).includes(title) ? [`the page says: ${title}`] : [])]
    return path.includes('$') ? found : []
  }
}

async function notFound(): Promise<unknown[]> {
  const { texts } = await catalogueOf('de')
  return ['Not found', texts['Not found']]
}
