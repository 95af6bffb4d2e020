import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { findCircles } from './circles.ts'

/**
 * `npm run figures` measures the house, without tests and what is generated, for the table in docs/architecture.md;
 * with a folder as its word, another one.
 */

/** What one file is, in numbers. */
interface Measured {
  file: string
  lines: number
  commentLines: number
  functions: { lines: number; parameters: number }[]
  exports: number
  describedExports: number
  imports: number
  any: number
  as: number
  bang: number
  escapes: number
}

const maxFunctionLines = 60
const maxParameters = 4
const maxTinyLines = 20
const trees = ['src', 'sandbox', 'web/src']

function measure(root: string, file: string): Measured {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Measured = {
    ...{ file, lines: text.trimEnd().split('\n').length, commentLines: commentLinesIn(text), functions: [] },
    ...{ exports: 0, describedExports: 0, imports: localImports(text), any: 0, as: 0, bang: 0 },
    escapes:
      text.match(/eslint-disable|oxlint-disable|@ts-(?:ignore|expect-error|nocheck)|\b(?:TODO|FIXME)\b/g)?.length ?? 0,
  }
  for (const statement of source.statements) countExports(statement, found)
  visit(source, found)
  return found
}

function visit(node: ts.Node, found: Measured): void {
  if (ts.isFunctionLike(node) && hasBlock(node)) found.functions.push(sizeOf(node))
  if (node.kind === ts.SyntaxKind.AnyKeyword) found.any++
  if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) found.as++
  if (ts.isNonNullExpression(node)) found.bang++
  ts.forEachChild(node, (child) => visit(child, found))
}

/** Arrows that are one expression are no functions to read. */
function hasBlock(node: ts.SignatureDeclaration): boolean {
  return 'body' in node && node.body !== undefined && ts.isBlock(node.body)
}

function sizeOf(node: ts.SignatureDeclaration): Measured['functions'][number] {
  const source = node.getSourceFile()
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line
  return { lines: lineAt(node.end) - lineAt(node.getStart()) + 1, parameters: node.parameters.length }
}

function countExports(statement: ts.Statement, found: Measured): void {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (isExported) {
    const count = ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1
    found.exports += count
    if (ts.getJSDocCommentsAndTags(statement).length > 0) found.describedExports += count
  } else if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    found.exports += statement.exportClause.elements.length
  }
}

function localImports(text: string): number {
  return ts.preProcessFile(text).importedFiles.filter(({ fileName }) => fileName.startsWith('.')).length
}

function commentLinesIn(text: string): number {
  let isInside = false
  return text.split('\n').filter((line) => {
    const isComment = isInside || /^\s*\/[/*]/.test(line)
    if (isComment && !/^\s*\/\//.test(line)) isInside = !line.includes('*/')
    return isComment
  }).length
}

const sorted = (values: number[]) => values.toSorted((one, other) => one - other)
const at = (values: number[], share: number) => sorted(values)[Math.floor((values.length - 1) * share)] ?? 0
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const spread = (values: number[]) => `${at(values, 0.5)} / ${at(values, 0.9)} / ${Math.max(...values)}`
const whole = (value: number) => value.toLocaleString('en')

function rowsOf(tree: string, files: Measured[], circles: string[][]): [string, string][] {
  const lines = sum(files.map((file) => file.lines))
  const perKloc = (count: number) => ((count / lines) * 1000).toFixed(1)
  const share = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`
  const functions = files.flatMap((file) => file.functions)
  const exports = files.map((file) => file.exports)
  const imports = files.map((file) => file.imports)
  const tiny = files.filter((file) => file.lines <= maxTinyLines)
  const own = circles.filter((circle) => circle.some((file) => file.startsWith(`${tree}/`)))
  const folders = Object.values(Object.groupBy(files, ({ file }) => dirname(file))).map((group) => group!.length)
  const count = (key: 'any' | 'as' | 'bang') => perKloc(sum(files.map((file) => file[key])))
  return [
    ['files / lines', `${whole(files.length)} / ${whole(lines)}`],
    ['function lines med / p90 / max', spread(functions.map((each) => each.lines))],
    ['file lines med / p90 / max', spread(files.map((file) => file.lines))],
    ['functions over 60', String(functions.filter((each) => each.lines > maxFunctionLines).length)],
    ['over 4 parameters', String(functions.filter(({ parameters }) => parameters > maxParameters).length)],
    ['`any` / `as` / `!` per 1,000 lines', `${count('any')} / ${count('as')} / ${count('bang')}`],
    [
      'exports per file med / mean / max',
      `${at(exports, 0.5)} / ${(sum(exports) / files.length).toFixed(1)} / ${Math.max(...exports)}`,
    ],
    ['files of at most 20 lines', `${tiny.length} (${share(tiny.length, files.length)})`],
    ['imports per file med / p90', `${at(imports, 0.5)} / ${at(imports, 0.9)}`],
    ['import circles / files in them', `${own.length} / ${own.flat().length}`],
    ['largest folder', String(Math.max(...folders))],
    [
      'comment lines; exports with a comment',
      `${share(sum(files.map((file) => file.commentLines)), lines)}; ${share(sum(files.map((file) => file.describedExports)), sum(exports))}`,
    ],
    ['lint off, ts-ignore, TODO', String(sum(files.map((file) => file.escapes)))],
  ]
}

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const circles = findCircles(root)
const columns = trees.map((tree) => {
  const files = globSync(`${tree}/**/*.{ts,tsx}`, { cwd: root })
  const own = files.filter((file) => !/\.(?:test|gen)\.tsx?$|-fixture\.ts$|\.d\.ts$/.test(file))
  return rowsOf(
    tree,
    own.map((file) => measure(root, file)),
    circles,
  )
})
console.log(`| | ${trees.map((tree) => `\`${tree}\``).join(' | ')} |\n|---|${trees.map(() => '---|').join('')}`)
columns[0]!.forEach(([name], place) =>
  console.log(`| ${name} | ${columns.map((rows) => rows[place]![1]).join(' | ')} |`),
)
