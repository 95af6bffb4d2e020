import { errorStatus } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import { failuresOf, takesIdempotencyKey } from './errors.ts'
import { limitsOf, listFields, oneLine, typeWords } from './fields.ts'
import { fileTypeOf, needsOf, replySchemas, requestParts } from './parts.ts'
import type { Parameter, RequestParts } from './parts.ts'
import { bySection, documentedPath, operationId } from './paths.ts'
import { createSchemaBook } from './schema.ts'
import type { SchemaBook } from './schema.ts'
import { createShapes } from './shapes.ts'
import type { Shapes } from './shapes.ts'
import { chaptersOf } from './chapters.ts'
import type { Chapter } from './chapters.ts'
import {
  aliases,
  authentication,
  conventions,
  errors,
  errorTable,
  rateLimits,
  repeats,
  summary,
  title,
} from './words.ts'
import type { DocsFacts } from './words.ts'
import { sampleRequest } from './samples/request.ts'
import { agentsText, accessMethods } from './access-methods.ts'
import type { Operation } from '../../call/operation.ts'

/** The overview for language models: what there is and how to begin. */
export function buildLlms(operations: Operation[], facts: DocsFacts): string {
  const lists = bySection(operations).map(([section, members]) => {
    const lines = members.map(
      (operation) =>
        `- ${nameOf(operation)}: ${oneLine(operation.summary)}${operation.scope === null ? ' (no key needed)' : ''}`,
    )
    return `## ${section}\n\n${lines.join('\n')}`
  })
  return joined([...introduction(operations, facts), ...lists])
}

/** Everything there is to know about every operation that a key opens, as one text; what is for people alone is named. */
export function buildLlmsFull(operations: Operation[], facts: DocsFacts): string {
  const writer = createWriter()
  const chapters = bySection(operations).flatMap(([section, members]) => [
    `## ${section}`,
    ...members.flatMap((operation) =>
      operation.forPeople ? nameForPeople(operation, facts) : describeEndpoint(operation, writer),
    ),
  ])
  return joined([
    ...introduction(operations, facts),
    `## Error codes\n\n${errorTable()}`,
    `## Names that mean the same\n\n${aliases()}`,
    `## Conventions\n\n${conventions} ${aboutShapes} ${aboutErrors}`,
    ...chapters,
    ...shapesSection(writer),
  ])
}

/** The same of one section, for whoever has no room for all. */
export function buildLlmsSection({ title: section, operations }: Chapter, { publicUrl, version }: DocsFacts): string {
  const writer = createWriter()
  return joined([
    `# ${title}: ${section}`,
    `> A part of ${title}, version ${version}. All paths are relative to ${publicUrl}. Bodies are JSON unless stated.`,
    `Keys, errors, limits, agents and what else there is: [the overview](${publicUrl}/llms.txt). ${aboutShapes} ${aboutErrors}`,
    `## ${section}`,
    ...operations.flatMap((operation) => describeEndpoint(operation, writer)),
    ...shapesSection(writer),
  ])
}

/** What the chapters of one text share. */
interface Writer {
  book: SchemaBook
  shapes: Shapes
}

function createWriter(): Writer {
  const book = createSchemaBook()
  return { book, shapes: createShapes(book) }
}

/** What is written once; writing one may bring up another. */
function shapesSection({ shapes }: Writer): string[] {
  const written = new Map<string, string>()
  const waiting = () => shapes.met().filter(([name]) => !written.has(name))
  for (let next = waiting(); next.length > 0; next = waiting()) {
    for (const [name, schema] of next) written.set(name, `### \`${name}\`\n\n${listFields(schema, shapes).join('\n')}`)
  }
  return written.size > 0 ? ['## Shapes', ...[...written].sort(byName).map(([, text]) => text)] : []
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}

const aboutShapes =
  'A type that begins with a capital letter is a shape: it is described once, under Shapes at the end.'

function introduction(operations: Operation[], facts: DocsFacts): string[] {
  const { publicUrl, version } = facts
  const pages = chaptersOf(operations).map((chapter) => {
    const count = chapter.operations.length
    return `- [${chapter.title}](${publicUrl}/llms/${chapter.slug}.txt): ${count} ${count === 1 ? 'operation' : 'operations'}`
  })
  return [
    `# ${title}`,
    `> ${summary}`,
    `Version ${version}. All paths are relative to ${publicUrl}. Bodies are JSON unless stated.`,
    `- [Everything in one text](${publicUrl}/llms-full.txt)\n- [OpenAPI 3.1](${publicUrl}/openapi.json)\n- [Reference to browse and try](${publicUrl}/docs)`,
    `## Section by section\n\nEvery operation with all its fields, in texts that fit a context:\n\n${pages.join('\n')}`,
    `## Ways to call it\n\n${accessMethods(facts)}`,
    `## Agents\n\n${agentsText(facts)}`,
    `## Authentication\n\n${authentication}`,
    `## The first launch in three calls\n\n${firstLaunch(operations, publicUrl)}`,
    `## Errors\n\n${errors}`,
    `## Rate limits\n\n${rateLimits}`,
    `## Safe repeats\n\n${repeats}`,
  ]
}

const plainLaunch = {
  ads: [
    {
      adName: 'Summer sale, blue',
      adAccountId: 'ACCOUNT_ID',
      adSets: ['AD_SET_ID'],
      title: 'Summer sale',
      description: 'Everything blue is half the price this week.',
      cta: 'SHOP_NOW',
      link: 'https://shop.example/blue',
      media: [{ url: 'https://shop.example/blue.jpg', type: 'image' }],
      launchPaused: true,
    },
  ],
}

function firstLaunch(operations: Operation[], publicUrl: string): string {
  const launch = operations.find(
    (operation) => operation.rest.method === 'POST' && operation.rest.path === '/v1/launch',
  )
  const body = JSON.stringify(launch?.example ?? plainLaunch, null, 2).replaceAll("'", "'\\''")
  return `1. Find where the ad goes. \`GET /v1/adaccounts\` lists your accounts; this lists the ad sets of one:

\`\`\`sh
curl '${publicUrl}/v1/adsets?accountId=ACCOUNT_ID' -H 'Authorization: Bearer API_KEY'
\`\`\`

2. Launch. The answer is a 202 with \`adBatchId\`; the work goes on without you:

\`\`\`sh
curl -X POST '${publicUrl}/v1/launch' -H 'Authorization: Bearer API_KEY' -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: A_KEY_OF_YOUR_OWN' -d '${body}'
\`\`\`

3. Ask how it goes, every few seconds, until \`summaryStatus\` is \`success\` or \`error\`; \`failedAds\` says what failed and why:

\`\`\`sh
curl '${publicUrl}/v1/batch-status/AD_BATCH_ID' -H 'Authorization: Bearer API_KEY'
\`\`\``
}

/** No program calls it: where its fields stand is enough. */
function nameForPeople(operation: Operation, { publicUrl }: DocsFacts): string[] {
  const pages = chaptersOf([operation]).map(({ slug }) => `${publicUrl}/llms/${slug}.txt`)
  return [
    `### ${nameOf(operation)}`,
    `${operation.summary} For people who are signed in, no key opens it; its fields: ${pages.join(', ')}`,
  ]
}

function describeEndpoint(operation: Operation, writer: Writer): string[] {
  const { description } = operation
  const { book, shapes } = writer
  const parts = requestParts(operation, book)
  return [
    `### ${nameOf(operation)}`,
    operation.summary,
    ...(description ? [description] : []),
    `${needsOf(operation)} In the typed client: \`${operationId(operation)}\`.`,
    ...parameterTable(operation, parts, shapes),
    ...bodySection(operation, parts, shapes),
    ...answerSection(operation, writer),
    errorsLine(operation),
    ...exampleSection(operation, parts),
  ]
}

/** Those that nearly every operation has. */
const usualErrors: readonly ErrorCode[] = [
  ...(['bad_request', 'unauthorized', 'forbidden', 'not_found', 'unprocessable_entity'] as const),
  ...(['rate_limit_exceeded', 'internal_server_error', 'service_unavailable'] as const),
]

const errorNames = (codes: readonly ErrorCode[]) => codes.map((code) => `${errorStatus[code]} ${code}`).join(', ')

const aboutErrors = `Where errors are "the usual", these are meant: ${errorNames(usualErrors)}.`

function errorsLine(operation: Operation): string {
  const codes = failuresOf(operation)
  if (!usualErrors.every((code) => codes.includes(code))) return `Errors: ${errorNames(codes)}.`
  const others = codes.filter((code) => !usualErrors.includes(code))
  return others.length === 0 ? 'Errors: the usual.' : `Errors: the usual, ${errorNames(others)}.`
}

function parameterTable(operation: Operation, { parameters }: RequestParts, shapes: Shapes): string[] {
  const key: Parameter = {
    name: 'Idempotency-Key',
    place: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255, description: 'Makes a repeat harmless.' },
  }
  const rows = [...parameters, ...(takesIdempotencyKey(operation) ? [key] : [])].map((parameter) => {
    const { name, place, schema, required } = parameter
    const type = [typeWords(schema, shapes), ...limitsOf(schema, shapes)].join(', ')
    const about = oneLine(shapes.resolve(schema).description ?? '')
    const cells = [`\`${name}\``, place, type, required ? 'yes' : 'no', about]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  if (rows.length === 0) return []
  return [`| name | in | type | required | description |\n|---|---|---|---|---|\n${rows.join('\n')}`]
}

function bodySection({ rest }: Operation, { body }: RequestParts, shapes: Shapes): string[] {
  if (!body) return []
  const fields = listFields(body.schema, shapes)
  return [
    `Body (${rest.form ? 'multipart/form-data' : 'JSON'}):${fields.length > 0 ? `\n\n${fields.join('\n')}` : ' an object.'}`,
  ]
}

function answerSection(operation: Operation, { book, shapes }: Writer): string[] {
  const fileType = fileTypeOf(operation)
  return replySchemas(operation, book).map(([status, schema]) => {
    if (fileType !== null && status === operation.rest.status) return `Answer ${status}: ${fileType}`
    const fields = listFields(schema, shapes)
    return `Answer ${status}:${fields.length > 0 ? `\n\n${fields.join('\n')}` : ' a JSON object.'}`
  })
}

function exampleSection(operation: Operation, { body }: RequestParts): string[] {
  const sample = sampleRequest(operation)
  if (!sample) return []
  const line = `Example: \`${sample.method} ${sample.path}\`${sample.file ? `, with ${sample.file} as its file` : ''}`
  return body?.example ? [line, `Example body:\n\n${json(body.example)}`] : [line]
}

function nameOf(operation: Operation): string {
  return `${operation.rest.method} ${documentedPath(operation.rest.path)}`
}

function json(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

function joined(blocks: string[]): string {
  return `${blocks.join('\n\n')}\n`
}
