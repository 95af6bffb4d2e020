import { randomBytes } from 'node:crypto'
import { Answer } from '../../../call/operation.ts'
import { escape, pageHeaders, policyWith, rootOf } from '../docs.ts'
import { documentedErrors, uploadErrors } from '../errors.ts'
import type { DocumentedError } from '../errors.ts'
import { title } from '../words.ts'
import type { DocsFacts } from '../words.ts'
import { scriptName } from './script.ts'

/**
 * The script brings its style sheet along and puts it into the page by itself: it may, because it is told this answer's
 * own nonce. That is why the page is made anew each time.
 */
export function answerPage(facts: DocsFacts): Answer {
  const nonce = randomBytes(18).toString('base64url')
  return new Answer(200, buildPage(facts, nonce), {
    ...pageHeaders,
    'content-security-policy': policyWith({ 'style-src': `'self' 'nonce-${nonce}'` }),
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}

function buildPage({ version, publicUrl }: DocsFacts, nonce: string): string {
  const root = rootOf({ publicUrl })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    <title>${title} reference</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
    <script src="${root}/docs/page.js" defer></script>
  </head>
  <body>
    <header class="page-header">
      <div>
        <a class="home-link" href="${root}/docs">${title}</a>
        <span class="version">${escape(version)}</span>
        <nav aria-label="Documents">
          <a href="#errors">Errors</a>
          <a href="${root}/openapi.json">OpenAPI</a>
          <a href="${root}/llms.txt">llms.txt</a>
          <a href="${root}/llms-full.txt">llms-full.txt</a>
        </nav>
      </div>
    </header>
    <div id="reference" data-root="${root}" data-script="${root}/docs/${scriptName}"></div>
    <noscript>The reference needs JavaScript; the links above lead to the same content as text.</noscript>
    <section class="errors" id="errors">
      <h1>Errors</h1>
      ${errorRows('Codes of every operation', documentedErrors)}
      ${errorRows('Further codes of uploads', uploadErrors)}
    </section>
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
  return `<h2>${caption}</h2><div class="table"><table>${head}<tbody>${rows.join('')}</tbody></table></div>`
}
