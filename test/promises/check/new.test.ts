import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { fillIn, Refused } from '../../../scripts/new/draft.ts'
import { draftOf } from '../../../scripts/new/kinds.ts'

/** What `npm run new` writes is held against the types of the house, without being written: it lies over the files there are. */
const root = join(import.meta.dirname, '..', '..', '..')

/** Packages whose types the written files use. To read the others takes longer than everything else. */
const packages = /node_modules\/(?:@types|typescript|undici-types|zod|kysely|csstype|lucide-react)\//

const made = await Promise.all(
  [
    ['operation', 'planted/thing', 'reporting'],
    ['metric', 'plantedRate'],
    ['event', 'planted.happened', 'service'],
    ['page', 'planted-page'],
    ['platform', 'planted-platform'],
  ].map((words) => draftOf(root, words)),
)
const files = Object.fromEntries(made.flatMap((draft) => Object.entries(draft.files)))

test('one of each compiles as it is written, with its test and beside the others; a mistake in it would be found', () => {
  const sources = Object.keys(files).filter((path) => path.endsWith('.ts') && !path.startsWith('web/'))
  const wrong = 'src/api/v1/planted/wrong.ts'
  const mistaken = files['src/api/v1/planted/thing.ts']!.replace('Promise.resolve({ text })', 'Promise.resolve({})')
  const problems = problemsIn('tsconfig.json', [...sources, wrong], { ...files, [wrong]: mistaken })
  assert.deepEqual(
    problems.filter((problem) => !problem.startsWith(wrong)),
    [],
  )
  assert.ok(
    problems.some((problem) => problem.includes("'Promise<{}>' is not assignable")),
    problems.join('\n'),
  )
})

test('the page compiles in the dashboard', () => {
  const sources = Object.keys(files).filter((path) => /^web\/src\/(?!app\/router|data\/nouns)/.test(path))
  assert.equal(sources.length, 5)
  assert.deepEqual(problemsIn('web/tsconfig.json', sources), [])
})

test('each is listed, tested and documented where the house looks for it, and says what is left to fill in', () => {
  const has = (path: string, text: string) => assert.ok(files[path]?.includes(text), `${path}: ${text}`)
  has('src/api/contents/reporting.ts', 'getPlantedThing,\n]')
  has('src/api/v1/planted/thing.test.ts', "'/v1/planted/thing?text=hello'")
  has('src/platforms/contract/metrics.ts', '  plantedRate: {')
  has('test/reports/planted-rate.test.ts', 'plantedRate is made from sums')
  has('src/core/events/catalogue/service.ts', "name: 'planted.happened'")
  has('test/events/planted-happened.test.ts', "type: 'planted.happened'")
  has('web/src/data/nouns.ts', '  planted: [],\n}')
  has('web/src/app/router.tsx', "page('/planted-page', ")
  has('web/src/app/pages.ts', "{ to: '/planted-page', name: t('Planted page'), icon: ")
  has('web/src/languages/de/common.ts', `'Planted page': '${fillIn} Planted page'`)
  has('web/src/languages/de/pages/planted-page.ts', `'Nothing here yet.': '${fillIn} Nothing here yet.'`)
  has('web/src/languages/de/later.ts', '  ...plantedPage,\n}')
  has('test/web/planted-page.test.ts', 'await axe(page)')
  has('docs/dashboard.md', '## Planted page')
  has('src/platforms/index.ts', '  plantedPlatform,\n])')
  has('sandbox/simulators.ts', 'createPlantedPlatformSimulator,\n]')
  has('docs/platforms/planted-platform.md', '# Planted platform')
  for (const draft of made) {
    assert.ok(Object.values(draft.files).some((text) => text.includes(fillIn)))
    assert.ok(draft.next.length > 1)
  }
  const left = Object.entries(files).filter(([, text]) => /billboards/i.test(text) && !text.includes('fixtures'))
  assert.deepEqual(left, [], 'nothing keeps the names of the example')
})

const refusals: [words: string, message: RegExp][] = [
  ['', /^Say npm run new operation\|metric\|event\|page\|platform NAME/],
  ['widget thing', /^There is no kind "widget"\. Say npm run new /],
  ['constructor thing', /^There is no kind "constructor"/],
  ['operation', /^It needs a name\./],
  ['metric two words', /^"words" is too much\./],
  ['operation Reports/SavedViews', /not "Reports\/SavedViews"\. Say reports\/saved-views\.$/],
  ['operation /v1/reports/views', /Say reports\/views\.$/],
  ['operation ../secrets', /^An operation is named in /],
  ['operation reports/query', /^src\/api\/v1\/reports\/query\.ts is there already\./],
  ['operation webhooks', /^src\/api\/v1\/webhooks\/index\.ts is there already\./],
  ['operation reports/views nowhere', /^There is no section "nowhere"\. Choose from accounts, /],
  ['metric cost-per-visit', /^A metric is named in camelCase, .+ Say costPerVisit\.$/],
  ['metric spend', /^src\/platforms\/contract\/metrics\.ts has a metric spend already\./],
  ['metric delete', /^"delete" is a word of the language\./],
  ['event reportSent', /^An event is named in two parts/],
  ['event Report.Sent', /Say report\.sent\.$/],
  ['event batch.finished', /^src\/core\/events\/catalogue\/launching\.ts has batch\.finished already\./],
  ['event report.sent nowhere', /^There is no src\/core\/events\/catalogue\/nowhere\.ts\. Choose from automations, /],
  ['page SavedViews', /Say saved-views\.$/],
  ['page keys', /^web\/src\/pages\/keys is there already\./],
  ['page docs', /^\/docs is answered by src\/api\/docs\.ts\./],
  ['platform CornerRadio', /Say corner-radio\.$/],
  ['platform tiktok', /^src\/platforms\/tiktok is there already\./],
  ['platform core', /^sandbox\/core is there already\./],
]

for (const [words, message] of refusals) {
  test(`"npm run new ${words}" is refused with what to do`, async () => {
    const given = words.split(' ').filter((word) => word !== '')
    await assert.rejects(draftOf(root, given), (error) => error instanceof Refused && message.test(error.message))
  })
}

/** What the compiler says of these files, and of no other. */
function problemsIn(config: string, paths: string[], over = files): string[] {
  const { config: json } = ts.readConfigFile(join(root, config), (path) => ts.sys.readFile(path)) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...json, include: [] }, ts.sys, join(root, config, '..'))
  const host = ts.createCompilerHost(options)
  const written = new Map(Object.entries(over).map(([path, text]) => [join(root, path), text]))
  host.fileExists = (path) => written.has(path) || ts.sys.fileExists(path)
  host.readFile = (path) => {
    if (/\.d\.[mc]?ts$/.test(path) && path.includes('node_modules') && !packages.test(path)) return ''
    return written.get(path) ?? ts.sys.readFile(path)
  }
  // In folders that are not there yet nothing would be looked for.
  host.directoryExists = undefined
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone
  const names = paths.map((path) => join(root, path))
  const program = ts.createProgram(names, options, host)
  return paths.flatMap((path) => {
    const source = program.getSourceFile(join(root, path))
    assert.ok(source, path)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  })
}
