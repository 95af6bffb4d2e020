import { languages } from '../languages/languages.ts'
import type { Language } from '../languages/languages.ts'

/** For whoever opens an address with a % in it that stands for no letter. Of the address itself nothing is shown. */
export function malformedPage(root: string, language: Language): string {
  const words = languages[language].malformed
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${words.short} · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${words.title}</h1>
      </div>
    </header>
    <main class="home">
      <p>${words.what}</p>
      <p>${words.again((text) => `<a href="${root}/">${text}</a>`)}</p>
    </main>
  </body>
</html>
`
}
