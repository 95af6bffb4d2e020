import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '..', '..', '..')

/** A call of `t` or `rich`: where, and its text; null: it is no text that stands there. */
export interface Said {
  file: string
  line: number
  text: string | null
  /** Those of one and of others, where a number decides. */
  one?: string
}

/** Every text that the dashboard says through `t` and `rich`. */
export function textsSaid(): Said[] {
  return globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('web/src/languages/'))
    .toSorted()
    .flatMap((file) => saidIn(file, readFileSync(join(root, file), 'utf8')))
}

export function saidIn(file: string, source: string): Said[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind)
  const found: Said[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(t|rich)$/.test(node.expression.text)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
      found.push({ file, line, ...textOf(node.arguments[0]) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function textOf(node: ts.Expression | undefined): { text: string | null; one?: string } {
  if (node && ts.isStringLiteralLike(node)) return { text: node.text }
  if (!node || !ts.isObjectLiteralExpression(node)) return { text: null }
  const forms = new Map(
    node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) &&
      ts.isIdentifier(property.name) &&
      ts.isStringLiteralLike(property.initializer)
        ? [[property.name.text, property.initializer.text] as const]
        : [],
    ),
  )
  return { text: forms.get('other') ?? null, one: forms.get('one') }
}

/** What a translation has to keep of a text: its names in braces and its tags, and the spaces around it. */
export function shapeOf(text: string): string {
  const places = [...text.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([place]) => place)
  return [/^\s*/.exec(text)?.[0], ...new Set(places.toSorted()), /\s*$/.exec(text)?.[0]].join('|')
}
