import { Answer } from '../../call/operation.ts'
import { problemOf } from '../../core/approvals/read.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { ApprovalSummary } from '../../core/approvals/summary.ts'
import { escape } from '../../http/docs/docs.ts'

/** Nothing is loaded, nothing is run, nobody may frame it, and where one goes from here is not told. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
}

const longestInput = 4_000

const words: Record<Approval['state'], string> = {
  waiting: 'It waits for a decision.',
  approved: 'It was approved and is about to be done.',
  done: 'It was approved, and done.',
  failed: 'It was approved, but could not be done.',
  outdated: 'It was not done: something that it depends on has changed since it was asked for.',
  refused: 'It was refused.',
  expired: 'Nobody decided in time.',
}

/** What a person who was sent a link sees. Only its buttons decide. */
export function approvalPage(status: number, approval: Approval, token: string): Answer {
  const { id, state, operation, askedBy, why, about, summary, input, expiresAt, decidedBy, heldUp } = approval
  const shown = JSON.stringify(about?.actions ?? input, null, 2)
  const reasons = about ? [about.message] : why.map(({ message }) => message)
  const cut = shown.length > longestInput ? `${shown.slice(0, longestInput)}\n…` : shown
  const forms = state === 'waiting' ? [button(token, 'approve', 'Approve'), button(token, 'refuse', 'Refuse')] : []
  const error = problemOf(approval)
  return page(status, `Approval ${id}`, [
    `<p>${escape(askedBy)} ${summary ? 'asks:' : `wants to ${escape(operation.replaceAll('_', ' '))}.`}</p>`,
    ...(summary ? summaryParts(summary) : []),
    `<ul>${reasons.map((message) => `<li>${escape(message)}</li>`).join('')}</ul>`,
    `<pre>${escape(cut)}</pre>`,
    `<p><strong>${words[state]}</strong>${decidedBy ? ` By ${escape(decidedBy)}.` : ''}${error ? ` ${escape(error)}` : ''}</p>`,
    ...(heldUp
      ? [
          `<p>It could not be done yet, and is tried again at ${heldUp.retryAt.toISOString()}: ${escape(heldUp.message)}</p>`,
        ]
      : []),
    ...(state === 'waiting' ? [`<p>It can be approved until ${expiresAt.toISOString()}.</p>`] : []),
    ...forms,
  ])
}

function summaryParts({ title, accounts, adCount, activeCount, ads, changes }: ApprovalSummary): string[] {
  const places = accounts.map(({ name, platform, accountId }) => `${name} (${platform}, ${accountId})`)
  const lines = [
    ...ads.map(({ name, adSets, state }) => {
      return `${name}: ${state}, in ${adSets.map(({ id, name: called }) => (called ? `${called} (${id})` : id)).join(', ')}`
    }),
    ...changes.map(({ entity, what }) => (entity ? `${entity.name} (${entity.id}): ${what}` : what)),
  ]
  return [
    `<p><strong>${escape(title)}</strong></p>`,
    `<p>${escape(places.join('; '))}</p>`,
    ...(adCount > 0 ? [`<p>${activeCount} of ${adCount} go live at once.</p>`] : []),
    `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`,
  ]
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
