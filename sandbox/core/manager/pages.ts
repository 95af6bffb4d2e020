import type { LookLevel, LookRow } from '../look.ts'
import { assetNames } from '../media/assets.ts'
import { callsPanel } from './calls-panel.ts'
import { controlsPanel } from './controls.ts'
import { drawCreative } from './drawing.ts'
import { html, pathTo } from './html.ts'
import type { Html } from './html.ts'
import { layout } from './layout.ts'
import type { Crumb } from './layout.ts'
import { changeList, listOf } from './lists.ts'
import type { Search } from './lists.ts'
import { accountsOf, lastChanges, shownPlatforms } from './view.ts'
import type { ShownAccount, Shown, View } from './view.ts'
import { accountPath, ago, count, nameOf, outwardLink, pill, rowPath, stamp } from './words.ts'
import { required } from '../required.ts'

/** Companies beyond these are found on the platform's own page. */
const accountsOnCard = 4
const changesShown = 8

function placesOf(shown: Shown): ShownAccount[] {
  return accountsOf(shown).map((account) => ({ ...shown, account }))
}

export function homePage(view: View, origin: string): string {
  const platforms = shownPlatforms(view.world)
  const changes = lastChanges(view, platforms.flatMap(placesOf), changesShown)
  const body = html`<h1>Every platform, on your machine</h1>
    <p class="lead">
      Look at what Flightdeck launched as the platforms hold it, watch the calls as they come in, and break things to
      see what happens.
    </p>
    <div class="cards-grid" id="platforms" data-live>${platforms.map((shown) => platformCard(view, shown))}</div>
    <div class="columns">
      <div>${changeList(view, changes)} ${callsPanel(view)}</div>
      <div>${controlsPanel(view)} ${forPrograms(view, origin)}</div>
    </div>`
  return layout(view, { title: 'All platforms', crumbs: [], body })
}

function platformCard(view: View, shown: Shown): Html {
  const { simulator, look } = shown
  const places = placesOf(shown)
  const total = (level: LookLevel) => places.reduce((sum, place) => sum + view.rows(place, level).length, 0)
  return html`<article class="card">
    <h2><a href="${pathTo('manager', simulator.platform)}">${look.title}</a></h2>
    <p class="quiet">${look.levels.map(({ level, one, many }) => count(total(level), one, many)).join(' · ')}</p>
    <ul>
      ${places.slice(0, accountsOnCard).map(
        (place) =>
          html`<li>
            <a href="${accountPath(place)}">${place.account.name}</a>
            <span class="quiet">${place.account.currency}</span>
          </li>`,
      )}
    </ul>
    ${
      places.length > accountsOnCard &&
      html`<p><a href="${pathTo('manager', simulator.platform)}">All ${places.length} accounts</a></p>`
    }
  </article>`
}

function forPrograms({ world }: View, origin: string): Html {
  return html`<details class="panel">
    <summary>For your own scripts</summary>
    <p>
      Each platform speaks its own interface. A token followed by a dot and a name (<code>a-z 0-9 -</code>) opens a
      company of its own.
    </p>
    <dl class="facts">
      ${world.simulators.map(
        ({ platform, prefix, defaultToken }) =>
          html`<dt>${platform}</dt>
            <dd><code>${origin}${prefix}</code><br /><code>${defaultToken}</code></dd>`,
      )}
    </dl>
    <p>
      <a href="/_control">/_control</a> lists the calls that reset it, slow it down, break it and show what it holds.
    </p>
    <p>Sample media (<code>?v=2</code> gives another picture or film of the same size):</p>
    <ul>
      ${assetNames.map((name) => html`<li><a href="/_assets/${name}">/_assets/${name}</a></li>`)}
    </ul>
  </details>`
}

function crumbsOf({ simulator, look }: Shown, place?: ShownAccount): Crumb[] {
  const platform = { title: look.title, path: pathTo('manager', simulator.platform) }
  return place ? [platform, { title: place.account.name, path: accountPath(place) }] : [platform]
}

export function platformPage(view: View, shown: Shown): string {
  const { look, simulator } = shown
  const places = placesOf(shown)
  const body = html`<h1>${look.title}</h1>
    <div class="columns">
      <div>
        <section class="list" id="accounts" data-live>
          <table>
            <thead>
              <tr>
                <th>Account</th>
                <th>Company</th>
                <th>Currency</th>
                <th>Holds</th>
              </tr>
            </thead>
            <tbody>
              ${places.slice(0, 200).map(
                (place) =>
                  html`<tr>
                    <th scope="row"><a href="${accountPath(place)}">${place.account.name}</a></th>
                    <td class="quiet">${place.account.tenant}</td>
                    <td>${place.account.currency}</td>
                    <td>${count(view.rows(place, 'ads').length, 'ad', 'ads')}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </section>
        ${changeList(view, lastChanges(view, places, changesShown))}
      </div>
      <div>${callsPanel(view, simulator.platform)} ${controlsPanel(view, simulator.platform)}</div>
    </div>`
  return layout(view, { title: look.title, crumbs: crumbsOf(shown), body })
}

export function accountPage(view: View, place: ShownAccount, level: LookLevel, search: Search): string {
  const { look, account, simulator } = place
  const path = accountPath(place)
  const tabs = look.levels.map(
    ({ level: each, many }) =>
      html`<li>
        <a href="${path}?level=${each}" ${each === level && html`aria-current="page"`}
          >${many} <span class="quiet">${view.rows(place, each).length.toLocaleString('en')}</span></a
        >
      </li>`,
  )
  const rows = view.rows(place, level)
  const body = html`<h1>${account.name}</h1>
    <p class="quiet">${look.title} · <code>${account.id}</code> · ${account.currency} · company ${account.tenant}</p>
    <nav class="tabs" aria-label="Levels">
      <ul>
        ${tabs}
      </ul>
    </nav>
    ${listOf(view, { place, level, rows, search, path, keep: { level } })}
    <div class="columns">
      <div>${changeList(view, lastChanges(view, [place], changesShown))}</div>
      <div>${callsPanel(view, simulator.platform)} ${controlsPanel(view, simulator.platform)}</div>
    </div>`
  return layout(view, { title: account.name, crumbs: crumbsOf(place, place), body })
}

interface Opened {
  level: LookLevel
  row: LookRow
}

export function rowPage(view: View, place: ShownAccount, { level, row }: Opened, search: Search): string {
  const { look } = place
  const index = look.levels.findIndex((each) => each.level === level)
  const below = look.levels[index + 1]
  const rows = below ? view.rows(place, below.level).filter(({ parentIds }) => parentIds.includes(row.id)) : []
  const body = html`<h1>${nameOf(row)} ${pill(row.status)}</h1>
    ${level === 'ads' ? adBody(view, place, row) : factList(view, place, { level, row })}
    ${
      below &&
      html`<h2>${below.many}</h2>
        ${listOf(view, { place, level: below.level, rows, search, path: rowPath(place, level, row.id), keep: {} })}`
    }`
  const above = parentsOf(view, place, { level, row })
  const own = { title: nameOf(row), path: rowPath(place, level, row.id) }
  return layout(view, { title: nameOf(row), crumbs: [...crumbsOf(place, place), ...above, own], body })
}

/** The way down to it, by the first parent of each. */
function parentsOf(view: View, place: ShownAccount, { level, row }: Opened): Crumb[] {
  const { look } = place
  const above = look.levels[look.levels.findIndex((each) => each.level === level) - 1]
  if (!above) return []
  const parent = view.rows(place, above.level).find(({ id }) => row.parentIds.includes(id))
  if (!parent) return []
  const crumb = { title: nameOf(parent), path: rowPath(place, above.level, parent.id) }
  return [...parentsOf(view, place, { level: above.level, row: parent }), crumb]
}

function factList(
  view: View,
  { look, account }: ShownAccount,
  { level, row }: Opened,
  more: [string, Html][] = [],
): Html {
  const { one } = required(
    look.levels.find((each) => each.level === level),
    'level',
  )
  return html`<dl class="facts panel" id="facts" data-live>
    <dt>${one}</dt>
    <dd><code>${row.id}</code></dd>
    ${look.facts(level, row, account.id).map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
    ${more.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
    <dt>Made</dt>
    <dd>${stamp(row.created)} <span class="quiet">(${ago(row.created, view.now)})</span></dd>
    <dt>Changed</dt>
    <dd>${stamp(row.updated)} <span class="quiet">(${ago(row.updated, view.now)})</span></dd>
  </dl>`
}

function adBody(view: View, place: ShownAccount, row: LookRow): Html {
  const creative = place.look.creative(row, place.account.id)
  const link: [string, Html][] = creative?.link ? [['Leads to', outwardLink(creative.link)]] : []
  return html`<div class="columns wide-left">
    <div>
      ${
        creative
          ? drawCreative(place.simulator.platform, creative)
          : html`<p class="empty">The platform holds nothing to show for this ad.</p>`
      }
    </div>
    <div>
      ${factList(view, place, { level: 'ads', row }, link)}
      ${
        creative &&
        html`<details class="panel">
          <summary>As the platform stores it</summary>
          <pre tabindex="0">${JSON.stringify(creative.stored, null, 2)}</pre>
        </details>`
      }
    </div>
  </div>`
}

export function failurePage(view: View, status: number, message: string): string {
  const title = status === 404 ? 'Nothing here' : 'That did not work'
  const body = html`<h1>${title}</h1>
    <p class="lead">${message}</p>
    <p><a href="/">All platforms</a></p>`
  return layout(view, { title, crumbs: [], body })
}
