import { Answer } from '../../call/operation.ts'
import { problemOf } from '../../core/approvals/read.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { Linked } from '../../core/approvals/links.ts'
import { escape } from '../../http/docs/docs.ts'
import { whatIsDecided } from './what.ts'

/** Nothing is loaded, nothing is run, nobody may frame it, and where one goes from here is not told. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
}

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
}

function formsFor({ token, dashboard, decider }: Deciding): string[] {
  if (dashboard === null) {
    const who = decider ? [`<p>You decide as ${escape(decider.name)}, and the audit log says so.</p>`] : []
    return [...who, button(token, 'approve', 'Approve'), button(token, 'refuse', 'Refuse')]
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
  return page(status, `Approval ${id}`, [
    ...whatIsDecided(approval, deciding),
    `<p><strong>${words[state]}</strong>${decidedBy ? ` By ${escape(decidedBy)}.` : ''}${error ? ` ${escape(error)}` : ''}</p>`,
    ...(comment === null ? [] : [`<blockquote>${escape(comment)}</blockquote>`]),
    ...(heldUp
      ? [
          `<p>It could not be done yet, and is tried again at ${heldUp.retryAt.toISOString()}: ${escape(heldUp.message)}</p>`,
        ]
      : []),
    ...(state === 'waiting' ? [`<p>It can be approved until ${expiresAt.toISOString()}.</p>`] : []),
    ...(state === 'waiting' ? formsFor(deciding) : []),
  ])
}

export function noSuchLink(): Answer {
  return page(404, 'No such link', ['<p>This link leads nowhere, or no longer does.</p>'])
}

function button(token: string, action: string, text: string): string {
  // An empty form of many parts: it brings nothing but the press.
  return `<form method="post" action="${encodeURIComponent(token)}/${action}" enctype="multipart/form-data"><button>${text}</button></form>`
}

function page(status: number, title: string, parts: string[]): Answer {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${parts.join('\n      ')}
    </main>
  </body>
</html>
`
  return new Answer(status, html, headers)
}
