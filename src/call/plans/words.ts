import type { ApprovalSummary, PlannedSubject } from '../../core/guards/asking/summary.ts'
import type { WritePreview } from '../../core/guards/asking/write-preview.ts'
import type { Operation } from '../operation.ts'

/** As many by name as somebody reads before they say yes. */
const maxNamed = 12
const maxNameLength = 80

/**
 * What would be done, for somebody who has to agree to it: which ads and budgets, by name, in which accounts, from which state to
 * which, and what that costs. Names stand in quotes, without anything that could break out of them: others wrote them.
 */
export function planWords({ summary: about }: Operation, preview: WritePreview): string {
  const { summary, subjects, forecast, decided, warnings } = preview
  const accounts = forecast.goesLive.accounts
  const money = accounts.map(({ name, words }) => (accounts.length > 1 ? `${inQuotes(name)}: ${words}` : words))
  const careful = warnings.length > 0 ? [`Warnings: ${listed(warnings.map(oneLine), 'more')}.`] : []
  return [
    headOf(about, summary),
    ...whatOf(withNames(summary, forecast), subjects),
    ...money,
    ...decided,
    ...careful,
  ].join(' ')
}

/** Ad sets that the caller gave no name for have one beside their budget. */
function withNames(summary: ApprovalSummary, { goesLive }: WritePreview['forecast']): ApprovalSummary {
  const known = new Map(goesLive.accounts.flatMap(({ budgets }) => budgets.map(({ id, name }) => [id, name])))
  const ads = summary.ads.map(({ adSets, ...ad }) => ({
    ...ad,
    adSets: adSets.map(({ id, name }) => ({ id, name: name ?? known.get(id) ?? null })),
  }))
  return { ...summary, ads }
}

function headOf(about: string, { adCount, activeCount, accounts, title }: ApprovalSummary): string {
  const where = accounts.map(({ name, accountId, platform }) => `${inQuotes(name)} (${accountId}, ${platform})`)
  const places = where.length > 0 ? ` In ${listed(where, 'more accounts')}.` : ''
  if (adCount === 0) return `${about}${places}`
  return `${oneLine(title)}: ${activeCount.toLocaleString('en')} go live at once, ${(adCount - activeCount).toLocaleString('en')} are made paused.${places}`
}

function whatOf({ ads, adCount, changes }: ApprovalSummary, subjects: PlannedSubject[]): string[] {
  if (adCount > 0) {
    const made = ads.flatMap(({ name, state, adSets }) =>
      adSets.map((adSet) => `${inQuotes(name)} ${state} in ad set ${named(adSet)}`),
    )
    return [`Ads: ${listed(made, 'more ads', adCount)}.`]
  }
  const described = changes.map(({ entity, what, from, to }) => {
    const step = from !== null && to !== null ? ` goes from ${from} to ${to}` : `: ${what}`
    return `${entity ? `${levelWords[entity.type]} ${named(entity)}` : 'it'}${step}`
  })
  if (described.length > 0) return [`${capital(listed(described, 'more', described.length, '; '))}.`]
  const there = subjects.map(
    ({ type, id, name, status }) =>
      `${levelWords[type]} ${named({ id, name })}${status ? `, ${status.toUpperCase()} now` : ''}`,
  )
  return there.length > 0 ? [`About ${listed(there, 'more', there.length, '; ')}.`] : []
}

const levelWords = { campaign: 'campaign', adset: 'ad set', ad: 'ad' } as const

function named({ id, name }: { id: string; name: string | null }): string {
  return name === null ? id : `${inQuotes(name)} (${id})`
}

/** Others wrote it: no line breaks, no quotes of its own, no more than a name is long. */
function inQuotes(name: string): string {
  const plain = oneLine(name).replace(/["“”„]/g, "'")
  return `“${plain.length > maxNameLength ? `${plain.slice(0, maxNameLength)}…` : plain}”`
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}

function listed(words: string[], rest: string, count = words.length, between = ', '): string {
  const more = count - Math.min(words.length, maxNamed)
  return words.slice(0, maxNamed).join(between) + (more > 0 ? ` and ${more.toLocaleString('en')} ${rest}` : '')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
