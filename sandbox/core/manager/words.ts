import { plainWord } from '../look.ts'
import type { LookLevel, LookRow } from '../look.ts'
import { html, pathTo } from './html.ts'
import type { Html } from './html.ts'
import type { ShownAccount } from './view.ts'

const minute = 60_000
const spans: [number, string][] = [
  [365 * 24 * 60 * minute, 'year'],
  [24 * 60 * minute, 'day'],
  [60 * minute, 'hour'],
  [minute, 'minute'],
]

/** `3 days ago`, by the sandbox's clock. */
export function ago(at: number, now: number): Html {
  const passed = now - at
  const [length, name] = spans.find(([span]) => passed >= span) ?? []
  const count = Math.floor(passed / (length ?? 1))
  const text = length === undefined ? 'just now' : `${count} ${name}${count === 1 ? '' : 's'} ago`
  return html`<time datetime="${new Date(at).toISOString()}" title="${stamp(at)}">${text}</time>`
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** `16 Nov 2026, 05:03:12 UTC` */
export function stamp(at: number): string {
  return `${dates.format(at)} UTC`
}

export function count(many: number, one: string, others: string): string {
  return `${many.toLocaleString('en')} ${many === 1 ? one.toLowerCase() : others.toLowerCase()}`
}

export function pill(status: string): Html {
  return html`<span class="pill ${status.toLowerCase()}">${plainWord(status)}</span>`
}

export function nameOf({ name, id }: Pick<LookRow, 'name' | 'id'>): string {
  return name.trim() === '' ? id : name
}

export function accountPath({ simulator, account }: ShownAccount): string {
  return pathTo('manager', simulator.platform, account.id)
}

export function rowPath(place: ShownAccount, level: LookLevel, id: string): string {
  return accountPath(place) + pathTo(level, id)
}

/** The host that people see, for web addresses alone. */
export function hostOf(link: string): string {
  const url = URL.parse(link)
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : ''
}

/** A link that can be followed, or its words where it leads to no web page. */
export function outwardLink(link: string): Html {
  if (hostOf(link) === '') return html`<span class="plain">${link}</span>`
  return html`<a href="${link}" rel="noreferrer noopener nofollow" target="_blank">${link}</a>`
}
