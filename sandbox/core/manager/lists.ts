import type { LookLevel, LookRow } from '../look.ts'
import { thumbnail } from './drawing.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Change, ShownAccount, View } from './view.ts'
import { accountPath, ago, count, nameOf, pill, rowPath } from './words.ts'
import { required } from '../required.ts'

const perPage = 50
const maxSearchLength = 200

export interface Search {
  q: string
  page: number
}

export function readSearch(query: Record<string, unknown>): Search {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const page = Number(text('page'))
  return {
    q: text('q').trim().slice(0, maxSearchLength),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

interface Listed {
  place: ShownAccount
  level: LookLevel
  rows: LookRow[]
  search: Search
  /** The page's address without the search, and what else belongs into it. */
  path: string
  keep: Record<string, string>
}

/** One page of a list, newest first, found by name or id. */
export function listOf(view: View, listed: Listed): Html {
  const { rows, search, level, place } = listed
  const wanted = search.q.toLowerCase()
  const found = wanted === '' ? rows : rows.filter((row) => isFound(row, wanted))
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const page = Math.min(search.page, pages)
  const shown = found.toReversed().slice((page - 1) * perPage, page * perPage)
  const { one, many } = required(
    place.look.levels.find((each) => each.level === level),
    'level',
  )
  return html`<section class="list" id="list" data-live>
    ${searchForm(listed, many)}
    <p class="quiet" role="status">${count(found.length, one, many)}${wanted !== '' && ` with “${search.q}”`}</p>
    ${shown.length > 0 ? table(view, listed, shown) : html`<p class="empty">Nothing here yet.</p>`}
    ${pages > 1 && pager(listed, page, pages)}
  </section>`
}

function isFound({ name, id }: LookRow, wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted
}

function searchForm({ path, keep, search }: Listed, many: string): Html {
  return html`<form class="search" action="${path}" role="search">
    ${Object.entries(keep).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label
      ><span class="hidden">Name</span
      ><input
        type="search"
        name="q"
        value="${search.q}"
        placeholder="Search ${many.toLowerCase()} by name or id" /></label
    ><button>Search</button>
  </form>`
}

function table(view: View, { place, level }: Listed, rows: LookRow[]): Html {
  const { look, account, simulator } = place
  return html`<table>
    <thead>
      <tr>
        <th>Name</th>
        <th>Status</th>
        <th>About</th>
        <th>Changed</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => {
        const creative = level === 'ads' ? look.creative(row, account.id) : undefined
        const facts = look.facts(level, row, account.id).slice(0, level === 'ads' ? 1 : 3)
        if (creative) facts.push(['Words', creative.headline || creative.text])
        const picture = level === 'ads' && thumbnail(simulator.platform, creative)
        return html`<tr>
          <th scope="row">
            <a href="${rowPath(place, level, row.id)}">${picture}<span>${nameOf(row)}</span></a>
          </th>
          <td>${pill(row.status)}</td>
          <td class="about">
            ${facts.map(([label, value]) => value && html`<span title="${label}">${value}</span> `)}
          </td>
          <td class="quiet">${ago(row.updated, view.now)}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

function pager({ path, keep, search }: Listed, page: number, pages: number): Html {
  const to = (number: number) => {
    const query = new URLSearchParams({ ...keep, ...(search.q ? { q: search.q } : {}), page: String(number) })
    return `${path}?${query.toString()}`
  }
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">← Newer</a>` : html`<span></span>`}
    <span class="quiet">Page ${page} of ${pages}</span>
    ${page < pages ? html`<a href="${to(page + 1)}" rel="next">Older →</a>` : html`<span></span>`}
  </nav>`
}

/** What was made or changed last. */
export function changeList(view: View, changes: Change[]): Html {
  return html`<section class="panel" id="changes" data-live aria-labelledby="changes-title">
    <h2 id="changes-title">Changed last</h2>
    ${changes.length === 0 && html`<p class="empty">Nothing here yet.</p>`}
    <ol class="changes">
      ${changes.map(({ place, level, row }) => {
        const { one } = required(
          place.look.levels.find((each) => each.level === level),
          'level',
        )
        const verb = row.updated > row.created ? 'changed' : 'made'
        return html`<li>
          ${level === 'ads' && thumbnail(place.simulator.platform, place.look.creative(row, place.account.id))}
          <div>
            <a href="${rowPath(place, level, row.id)}">${nameOf(row)}</a>
            <p class="quiet">
              ${one} ${verb} ${ago(row.updated, view.now)} ·
              <a href="${accountPath(place)}">${place.look.title}, ${place.account.name}</a>
            </p>
          </div>
          ${pill(row.status)}
        </li>`
      })}
    </ol>
  </section>`
}
