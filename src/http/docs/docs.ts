import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '../../errors.ts'
import { documentedErrors, uploadErrors } from './errors.ts'
import type { DocumentedError } from './errors.ts'
import { title } from './words.ts'
import type { DocsFacts } from './words.ts'
import { Answer } from '../../call/operation.ts'

/** The page runs and shows only what this service sends; icons in the style sheet and pictures in answers are data and blobs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
}

interface Asset {
  address: string
  type: string
}

const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

/** All that /docs/{file} gives out. The name is looked up here and never becomes part of a path. */
const assets = new Map<string, Asset>([
  ['page.js', { address: import.meta.resolve('./page.js'), type: javascript }],
  ['page.css', { address: import.meta.resolve('./page.css'), type: css }],
  ['swagger-ui-bundle.js', { address: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), type: javascript }],
  ['swagger-ui.css', { address: import.meta.resolve('swagger-ui-dist/swagger-ui.css'), type: css }],
  ['favicon-32x32.png', { address: import.meta.resolve('swagger-ui-dist/favicon-32x32.png'), type: 'image/png' }],
])

export const assetNames = [...assets.keys()]

/** A text or file with a tag of its content, or the news that the caller has it already. */
export function answerCached(
  body: string | Buffer,
  type: string,
  knownTag: string | undefined,
  more: Record<string, string> = {},
): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag,
    ...more,
  }
  return knows(knownTag, etag) ? new Answer(304, '', headers) : new Answer(200, body, headers)
}

function knows(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

export async function answerAsset(name: string, knownTag: string | undefined): Promise<Answer> {
  const asset = assets.get(name)
  if (!asset) throw notFound('file of the reference', name)
  const content = await readFile(fileURLToPath(asset.address))
  return answerCached(content, asset.type, knownTag, { ...pageHeaders, 'cache-control': 'public, max-age=3600' })
}

export function answerPage(facts: DocsFacts, knownTag: string | undefined): Answer {
  return answerCached(buildPage(facts), 'text/html; charset=utf-8', knownTag, pageHeaders)
}

function buildPage({ version, publicUrl }: DocsFacts): string {
  const root = rootOf({ publicUrl })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} reference</title>
    <link rel="icon" type="image/png" href="${root}/docs/favicon-32x32.png">
    <link rel="stylesheet" href="${root}/docs/swagger-ui.css">
    <link rel="stylesheet" href="${root}/docs/page.css">
    <script src="${root}/docs/swagger-ui-bundle.js" defer></script>
    <script src="${root}/docs/page.js" defer></script>
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
        <span class="version">${escape(version)}</span>
        <nav aria-label="Documents">
          <a href="#errors">Errors</a>
          <a href="${root}/openapi.json">OpenAPI</a>
          <a href="${root}/llms.txt">llms.txt</a>
          <a href="${root}/llms-full.txt">llms-full.txt</a>
        </nav>
      </div>
    </header>
    <main>
      <div id="reference" data-openapi="${root}/openapi.json" data-server="${root}/">
        <noscript>The reference needs JavaScript; the links above lead to the same content as text.</noscript>
      </div>
      <section class="errors" id="errors">
        <h2>Errors</h2>
        ${errorRows('Codes of every operation', documentedErrors)}
        ${errorRows('Further codes of uploads', uploadErrors)}
      </section>
    </main>
  </body>
</html>
`
}

function errorRows(caption: string, errors: DocumentedError[]): string {
  const rows = errors.map(
    ({ code, status, meaning }) =>
      `<tr id="errors-${code}"><td><a href="#errors-${code}"><code>${code}</code></a></td><td>${status}</td><td>${escape(meaning)}</td></tr>`,
  )
  const head =
    '<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>'
  return `<h3>${caption}</h3><div class="table"><table>${head}<tbody>${rows.join('')}</tbody></table></div>`
}

/** Behind a proxy we may live below a path; addresses start there, so that /docs and /docs/ both work. */
export function rootOf({ publicUrl }: Pick<DocsFacts, 'publicUrl'>): string {
  return escape(new URL(publicUrl).pathname.replace(/\/+$/, ''))
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
