import type { Language } from '../../languages/languages.ts'

interface PlainPage {
  language: Language
  title: string
  /** The path that everything of ours lies below. */
  root: string
  /** What else stands in its head, line by line. */
  head?: readonly string[]
  /** How its main part is drawn, besides as every such page. */
  drawnAs?: string
  body: readonly string[]
}

/** A page of the service itself in our own face, for when there is no dashboard to show it. All of it is HTML already. */
export function plainPage({ language, title, root, head = [], drawnAs, body }: PlainPage): string {
  const lines = (all: readonly string[], indent: string) => all.map((line) => `${indent}${line}\n`).join('')
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
${lines(head, '    ')}    <title>${title} · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
      </div>
    </header>
    <main class="${drawnAs ? `home ${drawnAs}` : 'home'}">
${lines(body, '      ')}    </main>
  </body>
</html>
`
}
