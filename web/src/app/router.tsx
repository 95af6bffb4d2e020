import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { root as below } from '../data/client/root.ts'
import { wholeCatalogue } from '../languages/whole.ts'
import { lazyPage } from '../lazy-page.tsx'
import type { LazyPage } from '../lazy-page.tsx'
import { NotFound } from '../pages/not-found.tsx'
import { PageFailed } from '../pages/page-failed.tsx'
import * as search from './search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** What it says comes with the catalogue itself (languages/de/index.ts). */
const home = '/'
if (location.pathname !== below + home) void wholeCatalogue()

/** Every page, in the order in which they are fetched ahead. */
export const pages: LazyPage[] = []

type Module = Record<string, unknown>
type Search = Record<string, unknown>
const noSearch = (): Search => ({})

/** Each page is fetched when it is first opened, or ahead: the name is that of what its module exports. What it says has to be here before. */
function page<Path extends string, Found extends object = object>(
  path: Path,
  load: () => Promise<Module>,
  name: string,
  validateSearch: (given: Search) => Found = noSearch as () => Found,
) {
  const component = lazyPage(async () => {
    if (path !== home) await wholeCatalogue()
    return (await load())[name] as ComponentType
  })
  pages.push(component)
  return createRoute({ getParentRoute: () => root, path, component, validateSearch, errorComponent: PageFailed })
}

const routes = [
  page(home, () => import('../pages/home/home.tsx'), 'Home'),
  page('/launch', () => import('../pages/launch/launch.tsx'), 'Launch', search.launchSearch),
  page('/batches', () => import('../pages/batches/batches.tsx'), 'Batches', search.batchesSearch),
  page('/batches/$id', () => import('../pages/batches/batch.tsx'), 'Batch', search.batchSearch),
  page('/running', () => import('../pages/running/running.tsx'), 'Running', search.runningSearch),
  page('/campaigns', () => import('../pages/campaigns/campaigns.tsx'), 'Campaigns', search.campaignsSearch),
  page('/campaigns/comments', () => import('../pages/campaigns/comments.tsx'), 'Comments', search.commentsSearch),
  page('/campaigns/changes', () => import('../pages/campaigns/changes.tsx'), 'Changes', search.changesSearch),
  page(
    '/campaigns/new',
    () => import('../pages/campaigns/make/new-campaign.tsx'),
    'NewCampaign',
    search.campaignsSearch,
  ),
  page(
    '/campaigns/new-ad-set',
    () => import('../pages/campaigns/make/new-ad-set.tsx'),
    'NewAdSet',
    search.newAdSetSearch,
  ),
  page(
    '/campaigns/searches',
    () => import('../pages/campaigns/search/searches.tsx'),
    'Searches',
    search.searchesSearch,
  ),
  page('/library', () => import('../pages/library/library.tsx'), 'Library'),
  page('/campaigns/pixels', () => import('../pages/campaigns/pixels/pixels.tsx'), 'Pixels', search.campaignsSearch),
  page('/library/texts', () => import('../pages/library/texts/texts.tsx'), 'Texts'),
  page('/library/research', () => import('../pages/library/research.tsx'), 'Research'),
  page('/creatives', () => import('../pages/creatives/creatives.tsx'), 'Creatives', search.creativesSearch),
  page('/reports', () => import('../pages/reports/reports.tsx'), 'Reports', search.reportSearch),
  page('/reports/top-ads', () => import('../pages/reports/top-ads.tsx'), 'TopAds', search.reportSearch),
  page('/reports/reconciliation', () => import('../pages/reports/reconciliation.tsx'), 'Reconciliation'),
  page('/automations', () => import('../pages/automations/automations.tsx'), 'Automations'),
  page('/automations/new', () => import('../pages/automations/edit-rule.tsx'), 'NewRule'),
  page('/automations/$id', () => import('../pages/automations/rule.tsx'), 'Rule', search.ruleSearch),
  page('/guards', () => import('../pages/guards/guards.tsx'), 'Guards'),
  page('/approvals', () => import('../pages/approvals/approvals.tsx'), 'Approvals'),
  page('/approvals/$id', () => import('../pages/approvals/approval.tsx'), 'Approval'),
  page('/audit', () => import('../pages/audit/audit.tsx'), 'Audit', search.auditSearch),
  page('/assistants', () => import('../pages/assistants/assistants.tsx'), 'Assistants'),
  page('/oauth/authorize', () => import('../pages/assistants/consent.tsx'), 'Consent', search.consentSearch),
  page('/webhooks', () => import('../pages/webhooks/webhooks.tsx'), 'Webhooks'),
  page('/webhooks/$id', () => import('../pages/webhooks/webhook.tsx'), 'Webhook'),
  page('/connections', () => import('../pages/connections/connections.tsx'), 'Connections', search.connectionsSearch),
  page('/connections/$id', () => import('../pages/connections/choose.tsx'), 'ChooseAccounts'),
  page('/connect/$platform', () => import('../pages/connections/connect.tsx'), 'Connect', search.connectSearch),
  page('/calendar', () => import('../pages/calendar/calendar.tsx'), 'Calendar'),
  page('/keys', () => import('../pages/keys/keys.tsx'), 'Keys'),
  page('/people', () => import('../pages/people/people.tsx'), 'People'),
  page('/instance', () => import('../pages/instance/instance.tsx'), 'Instance'),
  page('/settings', () => import('../pages/settings/settings.tsx'), 'YourSettings'),
]

/** Ids of platforms have up to 19 digits: a number that would become another one stays text. */
function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && String(value) !== text) throw new RangeError(text)
  return value
}

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: below || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: parseSearchWith(parseExactly),
  stringifySearch: stringifySearchWith(JSON.stringify, parseExactly),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
