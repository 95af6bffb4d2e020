import { errorStatus } from '../../errors.ts'
import { failuresOf, takesBody, takesIdempotencyKey } from './errors.ts'
import { limitsOf, listFields, oneLine, typeWords } from './fields.ts'
import { bySection, documentedPath, parametersOfPath, withTrueTools } from './paths.ts'
import { createSchemaBook } from './schema.ts'
import type { JsonSchema, SchemaBook } from './schema.ts'
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
import type { Endpoint } from '../../call/endpoint.ts'
import { replySchemaOf, requestSchemaOf } from './openapi.ts'

/** The overview for language models: what there is and how to begin. */
export function buildLlms(endpoints: Endpoint[], facts: DocsFacts): string {
  const lists = bySection(endpoints).map(([section, members]) => {
    const lines = members.map(
      (endpoint) =>
        `- ${nameOf(endpoint)}: ${oneLine(endpoint.summary)}${endpoint.scope === null ? ' (no key needed)' : ''}`,
    )
    return `## ${section}\n\n${lines.join('\n')}`
  })
  return joined([...introduction(endpoints, facts), ...lists])
}

/** Everything there is to know about every operation, as one text. */
export function buildLlmsFull(endpoints: Endpoint[], facts: DocsFacts): string {
  const book = createSchemaBook()
  const chapters = bySection(withTrueTools(endpoints)).flatMap(([section, members]) => [
    `## ${section}`,
    ...members.flatMap((endpoint) => describeEndpoint(endpoint, book)),
  ])
  return joined([
    ...introduction(endpoints, facts),
    `## Error codes\n\n${errorTable()}`,
    `## Names that mean the same\n\n${aliases()}`,
    `## Conventions\n\n${conventions}`,
    ...chapters,
  ])
}

function introduction(endpoints: Endpoint[], facts: DocsFacts): string[] {
  const { publicUrl, version } = facts
  return [
    `# ${title}`,
    `> ${summary}`,
    `Version ${version}. All paths are relative to ${publicUrl}. Bodies are JSON unless stated.`,
    `- [Everything in one text](${publicUrl}/llms-full.txt)\n- [OpenAPI 3.1](${publicUrl}/openapi.json)\n- [Reference to browse and try](${publicUrl}/docs)`,
    `## Authentication\n\n${authentication}`,
    `## The first launch in three calls\n\n${firstLaunch(endpoints, publicUrl)}`,
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

function firstLaunch(endpoints: Endpoint[], publicUrl: string): string {
  const launch = endpoints.find((endpoint) => endpoint.method === 'POST' && endpoint.path === '/v1/launch')
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

function describeEndpoint(endpoint: Endpoint, book: SchemaBook): string[] {
  const { scope, tool, alsoAt, description } = endpoint
  const needs = scope === null ? 'Open: no key needed.' : `Needs a key with the scope \`${scope}\`.`
  const named = tool ? ` As a tool: \`${tool}\`.` : ''
  const also = alsoAt?.length ? ` Also at ${alsoAt.map((path) => `\`${documentedPath(path)}\``).join(', ')}.` : ''
  return [
    `### ${nameOf(endpoint)}`,
    endpoint.summary,
    ...(description ? [description] : []),
    `${needs}${named}${also}`,
    ...parameterTable(endpoint, book),
    ...bodySection(endpoint, book),
    ...answerSection(endpoint, book),
    `Errors: ${failuresOf(endpoint)
      .map((code) => `${errorStatus[code]} ${code}`)
      .join(', ')}.`,
    ...(endpoint.example
      ? [`Example ${takesBody(endpoint) ? 'request' : 'answer'}:\n\n${json(endpoint.example)}`]
      : []),
  ]
}

function parameterTable(endpoint: Endpoint, book: SchemaBook): string[] {
  const rows: string[] = []
  const add = (name: string, place: string, schema: JsonSchema, required: boolean) => {
    const type = [typeWords(schema, book), ...limitsOf(schema, book)].join(', ')
    const cells = [`\`${name}\``, place, type, required ? 'yes' : 'no', oneLine(book.resolve(schema).description ?? '')]
    rows.push(`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  }
  const inPath = endpoint.params
    ? book.resolve(book.write(endpoint.params, 'input', ownerOf(endpoint))).properties
    : undefined
  for (const name of parametersOfPath(endpoint.path))
    add(name, 'path', inPath?.[name] ?? inPath?.['*'] ?? { type: 'string' }, true)
  const query = endpoint.query ? book.resolve(book.write(endpoint.query, 'input', ownerOf(endpoint))) : {}
  for (const [name, schema] of Object.entries(query.properties ?? {}))
    add(name, 'query', schema, query.required?.includes(name) ?? false)
  if (takesIdempotencyKey(endpoint)) {
    add('Idempotency-Key', 'header', { type: 'string', maxLength: 255, description: 'Makes a repeat harmless.' }, false)
  }
  if (rows.length === 0) return []
  return [`| name | in | type | required | description |\n|---|---|---|---|---|\n${rows.join('\n')}`]
}

function bodySection(endpoint: Endpoint, book: SchemaBook): string[] {
  if (!takesBody(endpoint)) return []
  const kind = endpoint.bodyKind === 'multipart' ? 'multipart/form-data' : 'JSON'
  const fields = listFields(requestSchemaOf(endpoint, `${ownerOf(endpoint)}Request`, book), book)
  return [`Body (${kind}):${fields.length > 0 ? `\n\n${fields.join('\n')}` : ' an object.'}`]
}

function answerSection(endpoint: Endpoint, book: SchemaBook): string[] {
  if (endpoint.replyType && !endpoint.replyType.includes('json'))
    return [`Answer ${endpoint.status}: ${endpoint.replyType}`]
  const fields = listFields(replySchemaOf(endpoint, `${ownerOf(endpoint)}Reply`, book), book)
  return [`Answer ${endpoint.status}:${fields.length > 0 ? `\n\n${fields.join('\n')}` : ' a JSON object.'}`]
}

function ownerOf(endpoint: Endpoint): string {
  return `${endpoint.method}${endpoint.path}`
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${documentedPath(endpoint.path)}`
}

function json(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

function joined(blocks: string[]): string {
  return `${blocks.join('\n\n')}\n`
}
