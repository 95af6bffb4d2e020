import type { Linked } from '../../core/approvals/links.ts'
import type { Approval } from '../../core/approvals/read.ts'
import type { RuleWish } from '../../core/guards/asking/ask.ts'
import type { ApprovalSummary } from '../../core/guards/asking/summary.ts'
import type { Forecast } from '../../core/guards/forecast/shape.ts'
import { escape } from '../../http/docs/docs.ts'
import { languages } from '../../languages/languages.ts'
import type { Language } from '../../languages/languages.ts'
import type { Words } from '../../languages/words.ts'

/** What the page says of it with. */
export interface ApprovalAudience extends Pick<Linked, 'person' | 'account'> {
  titles: (platform: string) => string
  pictures: readonly string[]
  language: Language
}

/** What is put into words with: of the reader's language, and what platforms and their accounts are called. */
type Audience = Omit<ApprovalAudience, 'person'>

/** Whoever opens a link has told no time zone. */
export function timeWords(time: Date, language: Language): string {
  return `${time.toLocaleString(languages[language].locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

/** What the service says of the very case. */
export const inEnglish = (text: string): string => `<span lang="en">${escape(text)}</span>`

const maxInputLength = 4_000
const none = '–'

/** What a link decides, in parts of a page: what would be done, where, to what, from what to what, who wants it, and which guard asks, and what it would cost. */
export function whatIsDecided(approval: Approval, told: ApprovalAudience): string[] {
  const { about, summary, operation, input } = approval
  const title = summary?.title ?? about?.message ?? sentenceOf(operation)
  const shown = JSON.stringify(about?.actions ?? input, null, 2)
  const cut = shown.length > maxInputLength ? `${shown.slice(0, maxInputLength)}\n…` : shown
  const words = languages[told.language].approval
  return [
    `<p><strong>${inEnglish(title)}</strong></p>`,
    list([
      ...(summary ? placesOf(summary, told) : []),
      ...(about ? placeOf(about, told) : []),
      ...requestedCall(approval, told),
    ]),
    ...(summary ? summaryParts(summary, told) : []),
    ...costParts(summary ?? about ?? {}, words),
    ...(about
      ? [
          changesTable(
            about.actions.map((action) => wishRow(about, action, told)),
            words,
          ),
        ]
      : []),
    `<details${summary || about ? '' : ' open'}><summary>${words.sent}</summary><pre>${escape(cut)}</pre></details>`,
  ]
}

function sentenceOf(operation: string): string {
  const words = operation.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Each with its text as it goes into the page. */
type Entry = [term: string, html: string]

function list(entries: Entry[]): string {
  return `<dl>${entries.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join('')}</dl>`
}

function placesOf({ accounts }: ApprovalSummary, { titles, language }: Audience): Entry[] {
  const words = languages[language].approval
  return accounts.map(({ name, platform, accountId, sandbox }) => {
    const place = `${name} (${titles(platform)}, ${accountId})${sandbox === true ? `, ${words.sandbox}` : ''}`
    return [words.adAccount, escape(place)]
  })
}

function placeOf({ platform, accountId }: RuleWish, { account, titles, language }: Audience): Entry[] {
  const place = accountId === null ? titles(platform) : `${titles(platform)}, ${accountId}`
  return [[languages[language].approval.adAccount, escape(account ? `${account.name} (${place})` : place)]]
}

function requestedCall({ askedBy, askedAt, why, about }: Approval, { person, language }: ApprovalAudience): Entry[] {
  const words = languages[language].approval
  const who = person === null || person === askedBy ? askedBy : words.forPerson(askedBy, person)
  return [
    [words.askedBy, escape(words.asked(about ? words.rule(who) : who, timeWords(askedAt, language)))],
    ...why.map(({ message }): Entry => [words.guard, inEnglish(message)]),
  ]
}

function summaryParts(
  { adCount, activeCount, ads, changes }: ApprovalSummary,
  { pictures, language }: Audience,
): string[] {
  const words = languages[language].approval
  const created = ads.map(({ name, adSets, state, media = [] }) => {
    const sets = adSets.map(({ id, name: called }) => (called ? `${called} (${id})` : id)).join(', ')
    return `<li>${thumbs(media, pictures)}${escape(words.ad(name, closedWord(state, words), sets))}</li>`
  })
  const steps = changes.map(({ entity, what, from, to }): Row => {
    const of = entity ? `${entity.name} (${closedWord(entity.type, words)} ${entity.id})` : words.new
    return [of, from ?? none, to ?? what]
  })
  return [
    ...(adCount > 0 ? [`<p>${words.goLive(activeCount, adCount)}</p>`] : []),
    ...(created.length > 0 ? [`<ul>${created.join('')}</ul>`] : []),
    ...(steps.length > 0 ? [changesTable(steps, words)] : []),
  ]
}

/** Pictures of ours alone; of others the ad's name has to do. */
function thumbs(media: { url: string; isVideo: boolean }[], origins: readonly string[]): string {
  return media
    .filter(({ url, isVideo }) => !isVideo && URL.canParse(url) && origins.includes(new URL(url).origin))
    .map(({ url }) => `<img src="${escape(url)}" alt="" loading="lazy">`)
    .join('')
}

/** A closed word of the service; what is none, such as a state of a platform, as it is. */
const closedWord = (word: string, { words }: Words['approval']): string => words[word] ?? word

/** What it would cost, as it was when it was asked for. */
function costParts({ goesLive, exposure = [], verdicts = [] }: Partial<Forecast>, words: Words['approval']): string[] {
  const costs = (goesLive?.accounts ?? []).map(({ name, words: said }): Entry => [escape(name), inEnglish(said)])
  const figures = exposure.map(({ name, currency, spent, before, after, problem }) => [
    name,
    ...[spent, before, after].map((figure) => (typeof figure === 'number' ? `${figure} ${currency}` : figure)),
    problem ?? '',
  ])
  const said = verdicts.map(({ guard, name, verdict, note }) => [
    ...[name ?? words.guardNumber(guard), closedWord(verdict, words)],
    note ?? '',
  ])
  return [
    ...(costs.length > 0 ? [`<h2>${words.costs}</h2>`, list(costs)] : []),
    ...(figures.length > 0 ? [table(words.exposure, figures)] : []),
    ...(said.length > 0 ? [table([words.guard, words.says, ''], said)] : []),
  ]
}

type Row = [what: string, from: string, to: string]

function changesTable(rows: Row[], words: Words['approval']): string {
  return table([words.what, words.from, words.to], rows)
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
  { account, language }: Audience,
): Row {
  const words = languages[language].approval
  const { action, input, before } = wish
  const wanted: Record<string, unknown> = {
    ...input,
    ...('newStatus' in (input ?? {}) ? { status: input?.newStatus } : {}),
  }
  const fields = Object.keys(before ?? {}).filter((field) => wanted[field] !== undefined)
  const money = account ? ` ${account.currency}` : ''
  const textOf = (field: string, value: unknown) =>
    field.endsWith('Budget') ? `${shownValue(value)}${money}` : closedWord(shownValue(value), words)
  const describe = (facts: Record<string, unknown>) =>
    fields.map((field) => `${closedWord(field, words)} ${textOf(field, facts[field])}`).join(', ')
  const entity = `${entityName ?? ''} (${closedWord(level, words)} ${entityId})`.trim()
  return [entity, describe(before ?? {}) || none, describe(wanted) || action]
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
