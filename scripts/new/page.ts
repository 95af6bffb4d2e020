import { globSync } from 'node:fs'
import { fillIn, inserted, read, refuseTaken, Refused, withImport } from './draft.ts'
import type { Draft } from './draft.ts'
import { camelCase, kebabCase, pascalCase, refuseMisnamed, sentenceCase, wordsOf } from './words.ts'

const router = 'web/src/app/router.tsx'
const navigation = 'web/src/app/pages.ts'
const document = 'docs/dashboard.md'
const german = 'web/src/languages/de'
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
  const texts = `${german}/pages/${name}.ts`
  refuseTaken(root, [`web/src/pages/${name}`, test, texts])
  refuseAnswered(root, name)
  return {
    files: {
      [file]: pageFile(words),
      [test]: testFile(words),
      [router]: withRoute(read(root, router), words),
      [navigation]: withEntry(read(root, navigation), words),
      [texts]: textsFile(),
      [`${german}/common.ts`]: withTitle(read(root, `${german}/common.ts`), words),
      [`${german}/later.ts`]: withTexts(read(root, `${german}/later.ts`), words),
      [document]: `${read(root, document).trimEnd()}\n\n## ${sentenceCase(words)}\n\n${fillIn} what people do here, at \`/${name}\`.\n`,
    },
    next: [
      `Say in ${file} what the page shows, in ${texts} the same in German, in ${navigation} its icon, and in ${document} what people do there.`,
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
  const entry = `{ to: '/${kebabCase(words)}', name: t('${sentenceCase(words)}'), icon: ${icon} }`
  const listed = inserted(text, entry, { path: navigation, after: "name: t('Understand')", before: '],' })
  if (text.includes(`  ${icon},`)) return listed
  return inserted(listed, icon, { path: navigation, after: 'import {', before: "} from 'lucide-react'" })
}

/** What the page says until somebody says it. */
const texts = {
  lead: `${fillIn} one plain sentence about what the page is for.`,
  empty: 'Nothing here yet.',
  wayOn: `${fillIn} what to do about it.`,
}

function pageFile(words: string[]): string {
  return `import { t } from '../../languages/t.ts'
import { Empty, Page } from '../../ui/page.tsx'

export function ${pascalCase(words)}() {
  return (
    <Page title={t('${sentenceCase(words)}')} lead={t('${texts.lead}')}>
      <Empty title={t('${texts.empty}')}>{t('${texts.wayOn}')}</Empty>
    </Page>
  )
}
`
}

/** Every text has its place in every language; what is still to be said is marked there, too. */
function textsFile(): string {
  const lines = Object.values(texts).map(toTranslate)
  return `import type { Texts } from '../../catalogue.ts'\n\nexport default {\n${lines.map((line) => `  ${line},`).join('\n')}\n} satisfies Texts\n`
}

const toTranslate = (text: string) => `'${text}': '${text.startsWith(fillIn) ? text : `${fillIn} ${text}`}'`

/** What it is called stands in the navigation, which is there before the page. */
function withTitle(text: string, words: string[]): string {
  const path = `${german}/common.ts`
  return inserted(text, toTranslate(sentenceCase(words)), {
    path,
    after: 'export default {',
    before: '} satisfies Texts',
  })
}

function withTexts(text: string, words: string[]): string {
  const name = camelCase(words)
  const path = `${german}/later.ts`
  const imported = withImport(text, `import ${name} from './pages/${kebabCase(words)}.ts'`)
  return inserted(imported, `...${name}`, { path, after: 'const texts = {', before: '}\n' })
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
