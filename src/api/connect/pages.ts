import { Answer } from '../../call/operation.ts'
import { pathIn } from '../../config/address.ts'
import { escape } from '../../http/docs/docs.ts'

/** Where somebody came from, and with what, is told to nobody and kept nowhere. */
export const closedHeaders = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }

/** Our own face is loaded and nothing else, nothing is run, and nobody may frame it. */
const pageHeaders = {
  ...closedHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-robots-tag': 'noindex',
}

/** Leads the browser to the same place once more, from a page of ours: only then does it bring the session along. */
export function onceMorePage(search: string, root: string): Answer {
  const address = escape(search)
  return page(200, 'Connecting', {
    root,
    head: `<meta http-equiv="refresh" content="0;url=${address}">`,
    body: `<p>One moment. <a href="${address}">Go on</a></p>`,
  })
}

/** For whoever has begun elsewhere: in a terminal, or in another browser. Nothing is finished here. */
export function terminalPage(title: string, dashboard: string): Answer {
  return page(400, 'Nothing was connected', {
    root: pathIn(dashboard),
    head: '',
    body: `<p>This browser has not begun to connect ${escape(title)} in the last ten minutes.</p>
    <p><strong>If you began in a terminal</strong> (<code>flightdeck connection connect</code>), copy the whole address of this page and paste it there. Give it to nobody else: whoever has it could finish in your place.</p>
    <p><strong>If you followed a link that somebody sent you</strong>, close this page. You gave nothing away.</p>
    <p>To connect in this browser, <a href="${escape(dashboard)}/connections">begin at Connections</a>.</p>`,
  })
}

interface PageParts {
  /** The path that everything of ours lies below. */
  root: string
  head: string
  body: string
}

function page(status: number, title: string, { root, head, body }: PageParts): Answer {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${head}
    <title>${title} · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${escape(root)}/docs/mark.svg">
    <link rel="stylesheet" href="${escape(root)}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
      </div>
    </header>
    <main class="home">
      ${body}
    </main>
  </body>
</html>
`
  return new Answer(status, html, pageHeaders)
}
