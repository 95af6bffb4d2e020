import { Answer } from '../../call/operation.ts'
import { problemOf } from '../../core/approvals/read.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { Linked } from '../../core/approvals/links.ts'
import { escape } from '../../http/docs/docs.ts'
import { plainPage } from '../../http/docs/plain-page.ts'
import { maxCommentLength } from '../../core/approvals/decide.ts'
import { languages } from '../../languages/languages.ts'
import type { Language } from '../../languages/languages.ts'
import type { Words } from '../../languages/words.ts'
import { inEnglish, timeWords, whatIsDecided } from './what.ts'

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

/** How whoever looks at it decides. */
export interface Deciding extends Pick<Linked, 'person' | 'account' | 'decider'> {
  language: Language
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

function formsFor({ token, dashboard, decider, language }: Deciding): string[] {
  const words = languages[language].approval
  if (dashboard === null) {
    const who = decider ? [`<p>${words.decidesAs(escape(decider.name))}</p>`] : []
    return [...who, buttons(token, words)]
  }
  if (decider) return [`<p>${words.ownAsk}</p>`]
  return [`<p>${words.elsewhere((text) => `<a href="${escape(dashboard)}">${text}</a>`)}</p>`]
}

/** What a person who was sent a link sees: all that they decide on, and then the buttons, which alone decide. */
export function approvalPage(status: number, approval: Approval, deciding: Deciding): Answer {
  const { id, state, expiresAt, decidedBy, comment, heldUp } = approval
  const words = languages[deciding.language].approval
  const timeOf = (time: Date) => timeWords(time, deciding.language)
  const error = problemOf(approval)
  const by = decidedBy ? ` ${words.by(escape(decidedBy))}` : ''
  return page(status, { title: words.title(id), ...deciding }, [
    ...whatIsDecided(approval, deciding),
    `<p><strong>${words.states[state]}</strong>${by}${error ? ` ${inEnglish(error)}` : ''}</p>`,
    ...(comment === null ? [] : [`<blockquote>${escape(comment)}</blockquote>`]),
    ...(heldUp ? [`<p>${words.heldUp(timeOf(heldUp.retryAt), inEnglish(heldUp.message))}</p>`] : []),
    ...(state === 'waiting' ? [`<p>${words.until(timeOf(expiresAt))}</p>`] : []),
    ...(state === 'waiting' ? formsFor(deciding) : []),
  ])
}

export function noSuchLink(language: Language): Answer {
  const { noLink, noLinkWhy } = languages[language].approval
  return page(404, { title: noLink, language, root: '', pictures: [] }, [`<p>${noLinkWhy}</p>`])
}

/** Both buttons lie in one form, so that what was written goes with either. */
function buttons(token: string, words: Words['approval']): string {
  const to = (action: string) => `formaction="${encodeURIComponent(token)}/${action}"`
  return `<form class="decide" method="post">
        <label for="comment">${words.comment}</label>
        <textarea id="comment" name="comment" rows="2" maxlength="${maxCommentLength}"></textarea>
        <button ${to('approve')} class="main">${words.approve}</button>
        <button ${to('refuse')}>${words.refuse}</button>
      </form>`
}

function page(status: number, { pictures, ...head }: PageHead, body: string[]): Answer {
  return new Answer(status, plainPage({ ...head, drawnAs: 'decision', body }), headersWith(pictures))
}

interface PageHead extends Pick<Deciding, 'root' | 'pictures' | 'language'> {
  title: string
}
