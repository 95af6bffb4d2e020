import type { Linked } from '../../core/approvals/links.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { RuleWish } from '../../core/guards/asking/ask.ts'
import type { ApprovalSummary } from '../../core/guards/asking/summary.ts'
import type { Forecast } from '../../core/guards/forecast/shape.ts'
import { escape } from '../../http/docs/docs.ts'

/** What the page says of it with. */
export interface ApprovalAudience extends Pick<Linked, 'person' | 'account'> {
  titles: (platform: string) => string
  pictures: readonly string[]
}

/** Whoever opens a link has told no time zone. */
export function timeWords(time: Date): string {
  return `${time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

const maxInputLength = 4_000
const none = '–'

/** What a link decides, in parts of a page: what would be done, where, to what, from what to what, who wants it, and which guard asks, and what it would cost. */
export function whatIsDecided(approval: Approval, { person, account, titles, pictures }: ApprovalAudience): string[] {
  const { about, summary, operation, input } = approval
  const title = summary?.title ?? about?.message ?? sentenceOf(operation)
  const shown = JSON.stringify(about?.actions ?? input, null, 2)
  const cut = shown.length > maxInputLength ? `${shown.slice(0, maxInputLength)}\n…` : shown
  return [
    `<p><strong>${escape(title)}</strong></p>`,
    list([
      ...(summary ? placesOf(summary, titles) : []),
      ...(about ? placeOf(about, account, titles) : []),
      ...requestedCall(approval, person),
    ]),
    ...(summary ? summaryParts(summary, pictures) : []),
    ...costParts(summary ?? about ?? {}),
    ...(about ? [changesTable(about.actions.map((action) => wishRow(about, action, account)))] : []),
    `<details${summary || about ? '' : ' open'}><summary>What runs, as it was sent</summary><pre>${escape(cut)}</pre></details>`,
  ]
}

function sentenceOf(operation: string): string {
  const words = operation.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Entry = [term: string, text: string]

function list(entries: Entry[]): string {
  return `<dl>${entries.map(([term, text]) => `<dt>${term}</dt><dd>${escape(text)}</dd>`).join('')}</dl>`
}

function placesOf({ accounts }: ApprovalSummary, titles: ApprovalAudience['titles']): Entry[] {
  return accounts.map(({ name, platform, accountId, sandbox }) => {
    return ['Ad account', `${name} (${titles(platform)}, ${accountId})${sandbox === true ? ', sandbox' : ''}`]
  })
}

function placeOf(
  { platform, accountId }: RuleWish,
  account: Linked['account'],
  titles: ApprovalAudience['titles'],
): Entry[] {
  const place = accountId === null ? titles(platform) : `${titles(platform)}, ${accountId}`
  return [['Ad account', account ? `${account.name} (${place})` : place]]
}

function requestedCall({ askedBy, askedAt, why, about }: Approval, person: string | null): Entry[] {
  const who = person === null || person === askedBy ? askedBy : `${askedBy} (for ${person})`
  return [
    ['Asked by', `${about ? `the rule ${who}` : who}, ${timeWords(askedAt)}`],
    ...why.map(({ message }): Entry => ['Guard', message]),
  ]
}

function summaryParts(
  { adCount, activeCount, ads, changes }: ApprovalSummary,
  pictures: ApprovalAudience['pictures'],
): string[] {
  const created = ads.map(({ name, adSets, state, media = [] }) => {
    const sets = adSets.map(({ id, name: called }) => (called ? `${called} (${id})` : id)).join(', ')
    return `<li>${thumbs(media, pictures)}${escape(`${name}: ${state}, in ${sets}`)}</li>`
  })
  const steps = changes.map(({ entity, what, from, to }): Row => {
    return [entity ? `${entity.name} (${levelOf(entity.type)} ${entity.id})` : 'New', from ?? none, to ?? what]
  })
  return [
    ...(adCount > 0 ? [`<p>${activeCount} of ${adCount} go live at once.</p>`] : []),
    ...(created.length > 0 ? [`<ul>${created.join('')}</ul>`] : []),
    ...(steps.length > 0 ? [changesTable(steps)] : []),
  ]
}

/** Pictures of ours alone; of others the ad's name has to do. */
function thumbs(media: { url: string; isVideo: boolean }[], origins: readonly string[]): string {
  return media
    .filter(({ url, isVideo }) => !isVideo && URL.canParse(url) && origins.includes(new URL(url).origin))
    .map(({ url }) => `<img src="${escape(url)}" alt="" loading="lazy">`)
    .join('')
}

const levels: Record<string, string> = { adset: 'ad set' }
const levelOf = (type: string) => levels[type] ?? type

/** What it would cost, as it was when it was asked for. */
function costParts({ goesLive, exposure = [], verdicts = [] }: Partial<Forecast>): string[] {
  const costs = (goesLive?.accounts ?? []).map(({ name, words }): Entry => [escape(name), words])
  const figures = exposure.map(({ name, currency, spent, before, after, problem }) => [
    name,
    ...[spent, before, after].map((figure) => (typeof figure === 'number' ? `${figure} ${currency}` : figure)),
    problem ?? '',
  ])
  const said = verdicts.map(({ guard, name, verdict, note }) => [name ?? `Guard ${guard}`, verdict, note ?? ''])
  return [
    ...(costs.length > 0 ? ['<h2>What it costs</h2>', list(costs)] : []),
    ...(figures.length > 0
      ? [table(['Ad account', 'Spent today', 'Spent and running before', 'and after', ''], figures)]
      : []),
    ...(said.length > 0 ? [table(['Guard', 'Says', ''], said)] : []),
  ]
}

type Row = [what: string, from: string, to: string]

function changesTable(rows: Row[]): string {
  return table(['What', 'From', 'To'], rows)
}

function table(head: string[], rows: string[][]): string {
  const cells = (row: string[]) => row.map((cell) => `<td>${escape(cell)}</td>`).join('')
  const named = head.map((word) => `<th scope="col">${word}</th>`).join('')
  return `<table><thead><tr>${named}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}

/** What a rule wants to do to its entity: of what is there, the part that becomes something else. */
function wishRow(
  { entityName, level, entityId }: RuleWish,
  wish: RuleWish['actions'][number],
  account: Linked['account'],
): Row {
  const { action, input, before } = wish
  const wanted: Record<string, unknown> = {
    ...input,
    ...('newStatus' in (input ?? {}) ? { status: input?.newStatus } : {}),
  }
  const fields = Object.keys(before ?? {}).filter((field) => wanted[field] !== undefined)
  const money = account ? ` ${account.currency}` : ''
  const textOf = (field: string, value: unknown) =>
    field.endsWith('Budget') ? `${wordFor(value)}${money}` : wordFor(value)
  const describe = (facts: Record<string, unknown>) =>
    fields.map((field) => `${fieldWords[field] ?? field} ${textOf(field, facts[field])}`).join(', ')
  const entity = `${entityName ?? ''} (${levelOf(level)} ${entityId})`.trim()
  return [entity, describe(before ?? {}) || none, describe(wanted) || action]
}

const fieldWords: Record<string, string> = {
  dailyBudget: 'daily budget',
  lifetimeBudget: 'lifetime budget',
  status: 'state',
}

function wordFor(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
