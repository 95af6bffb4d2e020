import type { Later } from '../catalogue.ts'
import aboutFigures from './declared/about-figures.ts'
import approvals from './pages/approvals.ts'
import assistants from './pages/assistants.ts'
import audit from './pages/audit.ts'
import automations from './pages/automations.ts'
import batches from './pages/batches.ts'
import calendar from './pages/calendar.ts'
import campaigns from './pages/campaigns.ts'
import closedWords from './declared/closed-words.ts'
import columns from './declared/columns.ts'
import connections from './pages/connections.ts'
import creatives from './pages/creatives.ts'
import names from './names/index.ts'
import guards from './pages/guards.ts'
import instance from './pages/instance.ts'
import keys from './pages/keys.ts'
import launch from './pages/launch.ts'
import library from './pages/library.ts'
import making from './pages/making.ts'
import people from './pages/people.ts'
import pixels from './pages/pixels.ts'
import reports from './pages/reports.ts'
import running from './pages/running.ts'
import searches from './pages/searches.ts'
import settings from './pages/settings.ts'
import shared from './shared.ts'
import templates from './declared/templates.ts'
import webhooks from './pages/webhooks.ts'

/** Each part holds the texts of a folder of pages; what several say is in `common`. */
const texts = {
  ...approvals,
  ...assistants,
  ...audit,
  ...automations,
  ...batches,
  ...calendar,
  ...campaigns,
  ...connections,
  ...creatives,
  ...guards,
  ...instance,
  ...keys,
  ...launch,
  ...library,
  ...making,
  ...people,
  ...pixels,
  ...reports,
  ...running,
  ...searches,
  ...settings,
  ...shared,
  ...webhooks,
}

const german: Later = { texts, names, words: { ...aboutFigures, ...closedWords, ...columns, ...templates } }
export default german
