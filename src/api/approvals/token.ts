import { z } from 'zod'
import { fileReply, operation } from '../../call/operation.ts'
import type { Answer, Origin } from '../../call/operation.ts'
import { maxCommentLength } from '../../core/approvals/decide.ts'
import type { ApprovalDecision } from '../../core/approvals/decide.ts'
import { decideByLink, openLink } from '../../core/approvals/links.ts'
import type { Linked } from '../../core/approvals/links.ts'
import { approvalPageOf } from '../../core/people/address.ts'
import { AppError, errorStatus } from '../../errors.ts'
import { rootOf } from '../../http/docs/docs.ts'
import { languageOf } from '../../languages/languages.ts'
import type { Language } from '../../languages/languages.ts'
import type { Services } from '../../services.ts'
import { approvalPage, noSuchLink } from './page.ts'
import type { Deciding } from './page.ts'

const Token = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'What the link ends with. It was sent to one target or person, and opens this alone.' })
const Comment = z
  .string()
  .trim()
  .transform((said) => said.replaceAll('\r\n', '\n').slice(0, maxCommentLength))
  .optional()
  .meta({ description: 'Why, for whoever asked and for the record.' })
const section = 'Open'
const forPeople = 'For people: whoever was sent the link decides, once.'
const reply = fileReply('text/html')

export const approvalLink = operation({
  name: 'read_approval_link',
  rest: { method: 'GET', path: '/approvals/{token}' },
  section,
  summary: 'The page behind a link that was sent to somebody who decides. Looking at it changes nothing.',
  description: `${forPeople} Links are sent to targets that the operator has added with \`flightdeck approval target add\`, and mailed to people who may approve: such a one decides as its person.`,
  scope: null,
  effect: 'reads',
  input: z.object({ token: Token }),
  reply,
  unread: (_deps, _path, { language }) => noSuchLink(language),
  async handle(deps, { from: { language } }, { token }) {
    const linked = await openLink(deps.db, token)
    return linked
      ? approvalPage(200, linked.approval, decidingOf(deps, linked, { token, language }))
      : noSuchLink(language)
  },
})

export const approveByLink = operation({
  name: 'approve_by_link',
  rest: { method: 'POST', path: '/approvals/{token}/approve', press: true },
  section,
  summary: 'The button of that page which approves.',
  description: forPeople,
  scope: null,
  effect: 'changes',
  input: z.object({ token: Token, comment: Comment }),
  reply,
  unread: (_deps, _path, { language }) => noSuchLink(language),
  handle: (deps, call, { token, comment }) => press(deps, call, { token, verdict: 'approve', comment }),
})

export const refuseByLink = operation({
  name: 'refuse_by_link',
  rest: { method: 'POST', path: '/approvals/{token}/refuse', press: true },
  section,
  summary: 'The button of that page which refuses.',
  description: forPeople,
  scope: null,
  effect: 'changes',
  input: z.object({ token: Token, comment: Comment }),
  reply,
  unread: (_deps, _path, { language }) => noSuchLink(language),
  handle: (deps, call, { token, comment }) => press(deps, call, { token, verdict: 'refuse', comment }),
})

/** Whoever holds the link decides once; the page then shows what became of it. */
async function press(
  deps: Services,
  { requestId, from: { language } }: { requestId: string; from: Origin },
  { token, ...pressed }: Pick<ApprovalDecision, 'verdict' | 'comment'> & { token: string },
): Promise<Answer> {
  const linked = await openLink(deps.db, token)
  if (!linked) return noSuchLink(language)
  const { approval } = linked
  let status = 200
  try {
    await decideByLink(deps.db, linked, { ...pressed, requestId })
    if (pressed.verdict === 'approve') await deps.approvals.run(approval.id, { forOthers: true })
  } catch (error) {
    if (!(error instanceof AppError) || !isShown(error)) throw error
    // Its person has just lost the right.
    if (error.code === 'not_found') return noSuchLink(language)
    status = errorStatus[error.code]
  }
  const after = await openLink(deps.db, token)
  if (!after) return noSuchLink(language)
  const shownAs = after.approval.state === 'outdated' ? 409 : status
  return approvalPage(shownAs, after.approval, decidingOf(deps, after, { token, language }))
}

/** Decided before, or not to be decided by a link: the page says so. */
function isShown({ code, details }: AppError): boolean {
  return code === 'conflict' || code === 'not_found' || details?.reason === 'four-eyes'
}

/** Whose link it is reads it in the language that they keep, everybody else in that of their browser. */
function decidingOf(
  deps: Services,
  linked: Linked,
  { token, language: read }: { token: string; language: Language },
): Deciding {
  const { needsOther, person, account, decider } = linked
  const { publicUrl, config, sandboxUrl, connections } = deps
  const dashboard = needsOther ? approvalPageOf(publicUrl(), linked.approval.id) : null
  const pictures = [publicUrl(), config.mediaPublicUrl, sandboxUrl].flatMap((url) => (url ? new URL(url).origin : []))
  const titles = (platform: string) => connections.platforms.driver(platform)?.title ?? platform
  const language = decider?.language ? languageOf(decider.language) : read
  return {
    token,
    language,
    person,
    account,
    decider,
    dashboard,
    titles,
    pictures,
    root: rootOf({ publicUrl: publicUrl() }),
  }
}
