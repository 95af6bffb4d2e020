import { Answer } from '../../call/operation.ts'
import { problemOf } from '../../core/approvals/read.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { Linked } from '../../core/approvals/links.ts'
import { escape } from '../../http/docs/docs.ts'
import { maxCommentLength } from '../../core/approvals/decide.ts'
import { timeWords, whatIsDecided } from './what.ts'

/** Our own face and pictures are loaded and nothing else, nothing is run, nobody may frame it, and where one goes from here is not told. */
const headersWith = (pictures: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'; style-src 'self'; font-src 'self'",
    `img-src ${["'self'", ...pictures].join(' ')}`,
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
})

const words: Record<Approval['state'], string> = {
  waiting: 'It waits for a decision.',
  approved: 'It was approved and is about to be done.',
  done: 'It was approved, and done.',
  failed: 'It was approved, but could not be done.',
  outdated: 'It was not done: something that it depends on has changed since it was asked for.',
  refused: 'It was refused.',
  expired: 'Nobody decided in time.',
}

/** How whoever looks at it decides. */
export interface Deciding extends Pick<Linked, 'person' | 'account' | 'decider'> {
  token: string
  /** Where alone it can be decided, because a guard wants four eyes; null: here. */
  dashboard: string | null
  /** What people call a platform. */
  titles: (platform: string) => string
  /** Origins of ours that pictures may come from: others would learn who decides, and when. */
  pictures: readonly string[]
  /** The path that everything of ours lies below. */
  root: string
}

function formsFor({ token, dashboard, decider }: Deciding): string[] {
  if (dashboard === null) {
    const who = decider ? [`<p>You decide as ${escape(decider.name)}, and the audit log says so.</p>`] : []
    return [...who, buttons(token)]
  }
  if (decider) return ['<p>You asked for this: its guard wants somebody else to decide.</p>']
  return [
    `<p>Its guard wants somebody other than who asked, and a link cannot tell who uses it: <a href="${escape(dashboard)}">decide in the dashboard</a>.</p>`,
  ]
}

/** What a person who was sent a link sees: all that they decide on, and then the buttons, which alone decide. */
export function approvalPage(status: number, approval: Approval, deciding: Deciding): Answer {
  const { id, state, expiresAt, decidedBy, comment, heldUp } = approval
  const error = problemOf(approval)
  return page(status, { title: `Approval ${id}`, ...deciding }, [
    ...whatIsDecided(approval, deciding),
    `<p><strong>${words[state]}</strong>${decidedBy ? ` By ${escape(decidedBy)}.` : ''}${error ? ` ${escape(error)}` : ''}</p>`,
    ...(comment === null ? [] : [`<blockquote>${escape(comment)}</blockquote>`]),
    ...(heldUp
      ? [
          `<p>It could not be done yet, and is tried again at ${timeWords(heldUp.retryAt)}: ${escape(heldUp.message)}</p>`,
        ]
      : []),
    ...(state === 'waiting' ? [`<p>It can be approved until ${timeWords(expiresAt)}.</p>`] : []),
    ...(state === 'waiting' ? formsFor(deciding) : []),
  ])
}

export function noSuchLink(): Answer {
  return page(404, { title: 'No such link', root: '', pictures: [] }, [
    '<p>This link leads nowhere, or no longer does.</p>',
  ])
}

/** Both buttons lie in one form, so that what was written goes with either. */
function buttons(token: string): string {
  const to = (action: string) => `formaction="${encodeURIComponent(token)}/${action}"`
  return `<form class="decide" method="post">
        <label for="comment">Comment, for whoever asked and for the record (it may stay empty)</label>
        <textarea id="comment" name="comment" rows="2" maxlength="${maxCommentLength}"></textarea>
        <button ${to('approve')} class="main">Approve</button>
        <button ${to('refuse')}>Refuse</button>
      </form>`
}

function page(status: number, { title, root, pictures }: PageHead, parts: string[]): Answer {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>${title}</h1>
      </div>
    </header>
    <main class="home decision">
      ${parts.join('\n      ')}
    </main>
  </body>
</html>
`
  return new Answer(status, html, headersWith(pictures))
}

interface PageHead extends Pick<Deciding, 'root' | 'pictures'> {
  title: string
}
