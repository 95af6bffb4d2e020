import { globSync } from 'node:fs'
import { join } from 'node:path'
import { groupWords } from '../../../src/core/reports/query/dimensions.ts'
import { metricNames } from '../../../src/platforms/contract/metrics.ts'
import type { CallsToAction } from '../../../src/platforms/kit/cta.ts'
import { root } from '../stale-files.ts'
import type { Document, Schema } from './document-types.ts'

/** What a platform calls the buttons of its ads stands here, below its folder. */
const buttonsOf = 'src/platforms/*/launch/cta.ts'

/** The words of the buttons of all platforms. */
export async function buttonWords(): Promise<string[]> {
  const modules = globSync(buttonsOf, { cwd: root }).map(
    async (file) => (await import(join(root, file))) as { callsToAction: CallsToAction },
  )
  const words = (await Promise.all(modules)).flatMap(({ callsToAction }) => callsToAction.words)
  return [...new Set(words)].sort()
}

/**
 * On the wire some closed lists are text: the platform decides on a button, capitals do not matter, several words stand in one text. In
 * the types they are their words, so that a typing mistake does not compile.
 */
export async function closeWords(document: Document): Promise<void> {
  const { schemas } = document.components
  schemas.Button = { type: 'string', enum: await buttonWords(), description: 'What the button of an ad says.' }
  schemas.MetricName = { type: 'string', enum: [...metricNames], description: 'A figure of reports.' }
  schemas.ReportGroup = { type: 'string', enum: [...groupWords], description: 'What a row of a report is for.' }
  schemas[listName('MetricName')] = { type: 'string', description: 'Several, separated by commas.' }
  schemas[listName('ReportGroup')] = { type: 'string', description: 'Several, separated by commas.' }
  const closed: Record<string, Schema> = {
    cta: { $ref: '#/components/schemas/Button' },
    metric: { $ref: '#/components/schemas/MetricName' },
    metrics: oneOrSeveral('MetricName'),
    groupBy: oneOrSeveral('ReportGroup'),
  }
  for (const described of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of described.parameters) {
      const words = closed[parameter.name ?? '']
      if (words && parameter.schema && isOpen(parameter.schema)) parameter.schema = words
    }
    for (const { schema } of Object.values(described.requestBody?.content ?? {})) closeIn(document, closed, schema)
  }
}

/** Each schema that a request reaches, once. */
function closeIn(document: Document, closed: Record<string, Schema>, schema: Schema, seen = new Set<Schema>()): void {
  const own = schema.$ref ? document.components.schemas[schema.$ref.split('/').pop()!]! : schema
  if (seen.has(own)) return
  seen.add(own)
  const { properties = {} } = own
  for (const [name, given] of Object.entries(properties)) {
    const words = closed[name]
    if (words && isOpen(given)) properties[name] = closedAs(given, words)
  }
  const inner = [...Object.values(properties), ...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])]
  for (const part of own.items ? [...inner, own.items] : inner) closeIn(document, closed, part, seen)
}

/** Any text is taken, alone, or as null or in a list besides. */
function isOpen({ type, enum: words, anyOf = [] }: Schema): boolean {
  const texts = [type].flat()
  return words === undefined && (texts.includes('string') || anyOf.some(isOpen))
}

function closedAs({ type, anyOf = [], description }: Schema, words: Schema): Schema {
  const mayBeNull = [type].flat().includes('null') || anyOf.some((part) => part.type === 'null')
  return { ...(mayBeNull ? { anyOf: [words, { type: 'null' }] } : words), ...(description ? { description } : {}) }
}

const listName = (word: string) => `${word}s`

function oneOrSeveral(word: string): Schema {
  const one = { $ref: `#/components/schemas/${word}` }
  return { anyOf: [one, { $ref: `#/components/schemas/${listName(word)}` }, { type: 'array', items: one }] }
}

/** No schema says what stands between commas: the first word is held to the list. In an array each is. */
export function withLists(types: string): string {
  return ['MetricName', 'ReportGroup'].reduce((text, word) => {
    const open = `export type ${listName(word)} = string;`
    if (!text.includes(open)) throw new Error(`The types have no ${listName(word)}.`)
    return text.replace(open, `export type ${listName(word)} = \`\${${word}},\${string}\`;`)
  }, types)
}
