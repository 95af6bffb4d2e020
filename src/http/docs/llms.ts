import { errorStatus } from '../../errors.ts'
import { failuresOf, takesIdempotencyKey } from './errors.ts'
import { limitsOf, listFields, oneLine, typeWords } from './fields.ts'
import { fileTypeOf, replySchemas, requestParts } from './parts.ts'
import type { Parameter, RequestParts } from './parts.ts'
import { bySection, documentedPath, operationId, withTrueTools } from './paths.ts'
import { createSchemaBook } from './schema.ts'
import type { SchemaBook } from './schema.ts'
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
import { waysToCall } from './ways.ts'
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

/** Everything there is to know about every operation, as one text. */
export function buildLlmsFull(operations: Operation[], facts: DocsFacts): string {
  const book = createSchemaBook()
  const chapters = bySection(withTrueTools(operations)).flatMap(([section, members]) => [
    `## ${section}`,
    ...members.flatMap((operation) => describeEndpoint(operation, book)),
  ])
  return joined([
    ...introduction(operations, facts),
    `## Error codes\n\n${errorTable()}`,
    `## Names that mean the same\n\n${aliases()}`,
    `## Conventions\n\n${conventions}`,
    ...chapters,
  ])
}

function introduction(operations: Operation[], facts: DocsFacts): string[] {
  const { publicUrl, version } = facts
  return [
    `# ${title}`,
    `> ${summary}`,
    `Version ${version}. All paths are relative to ${publicUrl}. Bodies are JSON unless stated.`,
    `- [Everything in one text](${publicUrl}/llms-full.txt)\n- [OpenAPI 3.1](${publicUrl}/openapi.json)\n- [Reference to browse and try](${publicUrl}/docs)`,
    `## Ways to call it\n\n${waysToCall(operations, facts)}`,
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

function describeEndpoint(operation: Operation, book: SchemaBook): string[] {
  const { scope, tool, description } = operation
  const { alsoAt } = operation.rest
  const parts = requestParts(operation, book)
  const needs = scope === null ? 'Open: no key needed.' : `Needs a key with the scope \`${scope}\`.`
  const named = tool ? ` As a tool: \`${operation.name}\`.` : ''
  const also = alsoAt?.length ? ` Also at ${alsoAt.map((path) => `\`${documentedPath(path)}\``).join(', ')}.` : ''
  return [
    `### ${nameOf(operation)}`,
    operation.summary,
    ...(description ? [description] : []),
    `${needs}${named}${also} In the typed client: \`${operationId(operation)}\`.`,
    ...parameterTable(operation, parts, book),
    ...bodySection(operation, parts, book),
    ...answerSection(operation, book),
    `Errors: ${failuresOf(operation)
      .map((code) => `${errorStatus[code]} ${code}`)
      .join(', ')}.`,
    ...exampleSection(operation, parts),
  ]
}

function parameterTable(operation: Operation, { parameters }: RequestParts, book: SchemaBook): string[] {
  const key: Parameter = {
    name: 'Idempotency-Key',
    place: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255, description: 'Makes a repeat harmless.' },
  }
  const rows = [...parameters, ...(takesIdempotencyKey(operation) ? [key] : [])].map((parameter) => {
    const { name, place, schema, required } = parameter
    const type = [typeWords(schema, book), ...limitsOf(schema, book)].join(', ')
    const about = oneLine(book.resolve(schema).description ?? '')
    const cells = [`\`${name}\``, place, type, required ? 'yes' : 'no', about]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  if (rows.length === 0) return []
  return [`| name | in | type | required | description |\n|---|---|---|---|---|\n${rows.join('\n')}`]
}

function bodySection({ rest }: Operation, { body }: RequestParts, book: SchemaBook): string[] {
  if (!body) return []
  const fields = listFields(body.schema, book)
  return [
    `Body (${rest.form ? 'multipart/form-data' : 'JSON'}):${fields.length > 0 ? `\n\n${fields.join('\n')}` : ' an object.'}`,
  ]
}

function answerSection(operation: Operation, book: SchemaBook): string[] {
  const fileType = fileTypeOf(operation)
  return replySchemas(operation, book).map(([status, schema]) => {
    if (fileType !== null && status === operation.rest.status) return `Answer ${status}: ${fileType}`
    const fields = listFields(schema, book)
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
