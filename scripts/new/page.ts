import { globSync } from 'node:fs'
import { fillIn, inserted, read, refuseTaken, Refused } from './draft.ts'
import type { Draft } from './draft.ts'
import { kebabCase, pascalCase, refuseMisnamed, sentenceCase, wordsOf } from './words.ts'

const router = 'web/src/app/router.tsx'
const navigation = 'web/src/app/pages.ts'
const document = 'docs/dashboard.md'
/** What a page has in the navigation until somebody chooses better. */
const icon = 'FileText'

/** A page of the dashboard, at the address `/<name>`. */
export function newPage(root: string, name: string): Draft {
  refuseMisnamed(name, {
    what: 'A page',
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    form: 'kebab-case, as its address is, such as saved-views',
    suggest: (given) => kebabCase(wordsOf(given)),
  })
  const words = wordsOf(name)
  const file = `web/src/pages/${name}/${name}.tsx`
  const test = `test/web/${name}.test.ts`
  refuseTaken(root, [`web/src/pages/${name}`, test])
  refuseAnswered(root, name)
  return {
    files: {
      [file]: pageFile(words),
      [test]: testFile(words),
      [router]: withRoute(read(root, router), words),
      [navigation]: withEntry(read(root, navigation), words),
      [document]: `${read(root, document).trimEnd()}\n\n## ${sentenceCase(words)}\n\n${fillIn} what people do here, at \`/${name}\`.\n`,
    },
    next: [
      `Say in ${file} what the page shows, in ${navigation} its icon, and in ${document} what people do there.`,
      `npm test -- ${test}`,
    ],
  }
}

/** Addresses whose first word an operation has are the operation's. */
function refuseAnswered(root: string, name: string): void {
  const answered = new RegExp(`path: '/${name}['/]`)
  const operation = globSync('src/api/**/*.ts', { cwd: root }).find((path) => answered.test(read(root, path)))
  if (operation) throw new Refused(`/${name} is answered by ${operation}. Choose another name.`)
}

function withRoute(text: string, words: string[]): string {
  const name = kebabCase(words)
  const route = `page('/${name}', () => import('../pages/${name}/${name}.tsx'), '${pascalCase(words)}')`
  return inserted(text, route, { path: router, after: 'const routes = [', before: ']\n' })
}

function withEntry(text: string, words: string[]): string {
  const entry = `{ to: '/${kebabCase(words)}', name: '${sentenceCase(words)}', icon: ${icon} }`
  const listed = inserted(text, entry, { path: navigation, after: "name: 'Understand'", before: '],' })
  if (text.includes(`  ${icon},`)) return listed
  return inserted(listed, icon, { path: navigation, after: 'import {', before: "} from 'lucide-react'" })
}

function pageFile(words: string[]): string {
  return `import { Empty, Page } from '../../ui/page.tsx'

export function ${pascalCase(words)}() {
  return (
    <Page title="${sentenceCase(words)}" lead="${fillIn} one plain sentence about what the page is for.">
      <Empty title="Nothing here yet.">${fillIn} what to do about it.</Empty>
    </Page>
  )
}
`
}

function testFile(words: string[]): string {
  const title = sentenceCase(words)
  return `import assert from 'node:assert/strict'
import { axe } from '../support/browser/axe.ts'
import { browserTests } from '../support/browser/stage.ts'

const test = await browserTests()

test('${title} is found in the navigation, has its title, and everybody can use it', async (stage) => {
  const { page } = await stage.atHome()
  await page.getByRole('link', { name: '${title}', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '${title}' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/${kebabCase(words)}')
  assert.equal(await page.title(), '${title} · Flightdeck')
  await axe(page)
})
`
}
