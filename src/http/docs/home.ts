import type { Answer } from '../../call/operation.ts'
import { answerCached, escape, pageHeaders, rootOf } from './docs.ts'
import { summary, title } from './words.ts'
import type { DocsFacts } from './words.ts'

/** Where everything begins, for whoever opens the bare address. */
export function answerHome(facts: DocsFacts, knownTag: string | undefined): Answer {
  return answerCached(buildHome(facts), 'text/html; charset=utf-8', knownTag, pageHeaders)
}

function buildHome(facts: DocsFacts): string {
  const root = rootOf(facts)
  const links = [
    ['/docs', 'Reference', 'every operation, to browse and to try'],
    ['/openapi.json', 'OpenAPI', 'the same for programs'],
    ['/llms.txt', 'llms.txt', 'an overview for language models'],
    ['/v1/health', 'Health', 'whether the service is well'],
  ].map(([path, name, about]) => `<li><a href="${root}${path}">${name}</a>: ${about}</li>`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
        <span class="version">${escape(facts.version)}</span>
      </div>
    </header>
    <main class="home">
      <p>${escape(summary)}</p>
      <ul>
        ${links.join('\n        ')}
      </ul>
    </main>
  </body>
</html>
`
}
