import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { approvalPageOf } from '../people/address.ts'
import { strictGuard } from '../guards/asking/four-eyes.ts'
import { makeLink } from './links.ts'
import { approvalOf } from './read.ts'
import type { Approval } from './read.ts'
import { inOneLine } from '../guards/asking/summary.ts'
import { openTargets } from './targets.ts'
import type { ApprovalTarget } from './targets.ts'
import type { MessageDeps } from '../deps.ts'

const maxAtOnce = 20

/** Sends everybody who is to decide a link of their own, or to the dashboard where a guard wants four eyes, for each thing that waits and that nobody was told of yet. */
export async function notifyPeople(deps: MessageDeps): Promise<void> {
  for (let count = 0; count < maxAtOnce; count++) if (!(await notifyNext(deps))) return
}

/** Whoever tells holds the row: others go on to the next. */
async function notifyNext(deps: MessageDeps): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await everyCompany(trx)
      .selectFrom('approvals')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('told_at', 'is', null)
      .orderBy('id')
      .limit(1)
      // Links refer to the row: they may still be added.
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return false
    const targets = await openTargets({ db: trx, seal: deps.seal }, row.company_id)
    for (const target of targets) await notifyOne(deps, approvalOf(row), target)
    await trx
      .updateTable('approvals')
      .where('company_id', '=', row.company_id)
      .set({ told_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute()
    return true
  })
}

async function notifyOne(
  { db, webhookPoster, publicUrl, log }: MessageDeps,
  approval: Approval,
  target: ApprovalTarget,
): Promise<void> {
  const needsDashboard = (await strictGuard(db, approval)) !== null
  // Committed before it is sent: a link that somebody holds must lead somewhere.
  const link = needsDashboard
    ? approvalPageOf(publicUrl(), approval.id)
    : `${publicUrl()}/approvals/${await makeLink(db, approval.id, target.name)}`
  const text = needsDashboard ? `${textOf(approval)} ${inDashboard}` : textOf(approval)
  const { url, ...content } = messages[target.kind](target.address, { approvalId: approval.id, text, link })
  const posted = await webhookPoster.post(url, {}, JSON.stringify(content))
  if ('status' in posted && posted.status < 300) return
  const why = 'status' in posted ? posted.status : posted.problem
  // Neither the address nor the link: both open something.
  log.warn({ approvalId: approval.id, target: target.name, why }, 'a person could not be asked for approval')
}

interface Notice {
  approvalId: number
  text: string
  link: string
}

type Message = (url: string, notice: Notice) => { url: string } & Record<string, unknown>

const inDashboard = 'Its guard wants somebody other than who asked: decide in the dashboard, where you are signed in.'

/** A chat cuts longer texts, or refuses them. */
const maxTextLength = 1_500

function textOf({ id, operation, askedBy, why, asks, about, summary }: Approval): string {
  const wish = summary ? `asks: ${inOneLine(summary)}` : `wants to ${operation.replaceAll('_', ' ')}.`
  return `${askedBy} ${wish} (Approval ${id}) ${about?.message ?? why[0]?.message ?? asks ?? ''}`.slice(
    0,
    maxTextLength,
  )
}

const messages: Record<ApprovalTarget['kind'], Message> = {
  slack: (url, { text, link }) => ({
    url,
    text: `${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n<${link}|Look at it and decide>`,
    unfurl_links: false,
  }),
  discord: (url, { text, link }) => ({
    url,
    content: `${text}\n<${link}>`,
    allowed_mentions: { parse: [] },
  }),
  telegram(url, { text, link }) {
    const address = new URL(url)
    const chat = address.searchParams.get('chat_id')
    address.search = ''
    return { url: address.href, chat_id: chat, text: `${text}\n${link}`, disable_web_page_preview: true }
  },
  json: (url, notice) => ({ url, ...notice }),
}
