import { Answer } from '../../call/operation.ts'
import { pathIn } from '../../config/address.ts'
import { escape } from '../../http/docs/docs.ts'
import { plainPage } from '../../http/docs/plain-page.ts'
import { languages } from '../../languages/languages.ts'
import type { Language } from '../../languages/languages.ts'

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
export function onceMorePage(search: string, root: string, language: Language): Answer {
  const address = escape(search)
  const words = languages[language].connecting
  return page(200, words.title, {
    ...{ root, language },
    head: [`<meta http-equiv="refresh" content="0;url=${address}">`],
    body: [`<p>${words.moment(linkTo(address))}</p>`],
  })
}

/** For whoever has begun elsewhere: in a terminal, or in another browser. Nothing is finished here. */
export function terminalPage(title: string, dashboard: string, language: Language): Answer {
  const words = languages[language].connecting
  const bold = (text: string) => `<strong>${text}</strong>`
  return page(400, words.none, {
    ...{ root: pathIn(dashboard), language },
    body: [
      `<p>${words.notBegun(escape(title))}</p>`,
      `<p>${words.terminal(bold, '<code>flightdeck connection connect</code>')}</p>`,
      `<p>${words.followed(bold)}</p>`,
      `<p>${words.begin(linkTo(`${escape(dashboard)}/connections`))}</p>`,
    ],
  })
}

const linkTo = (address: string) => (text: string) => `<a href="${address}">${text}</a>`

interface PageParts {
  /** The path that everything of ours lies below. */
  root: string
  language: Language
  head?: readonly string[]
  body: readonly string[]
}

function page(status: number, title: string, { root, ...parts }: PageParts): Answer {
  return new Answer(status, plainPage({ title, root: escape(root), ...parts }), pageHeaders)
}
