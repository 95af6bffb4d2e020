import type { Catalogue } from '../catalogue.ts'
import approvals from './approvals.ts'
import assistants from './assistants.ts'
import audit from './audit.ts'
import automations from './automations.ts'
import batches from './batches.ts'
import calendar from './calendar.ts'
import campaigns from './campaigns.ts'
import common from './common.ts'
import connections from './connections.ts'
import creatives from './creatives.ts'
import guards from './guards.ts'
import home from './home.ts'
import instance from './instance.ts'
import keys from './keys.ts'
import launch from './launch.ts'
import library from './library.ts'
import making from './making.ts'
import people from './people.ts'
import pixels from './pixels.ts'
import reports from './reports.ts'
import running from './running.ts'
import searches from './searches.ts'
import settings from './settings.ts'
import signIn from './sign-in.ts'
import webhooks from './webhooks.ts'
import { codes, words } from './words.ts'

/** Each part holds the texts of a folder of pages; what several say is in `common`. */
const texts = {
  ...approvals,
  ...assistants,
  ...audit,
  ...automations,
  ...batches,
  ...calendar,
  ...campaigns,
  ...common,
  ...connections,
  ...creatives,
  ...guards,
  ...home,
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
  ...signIn,
  ...webhooks,
}

const german: Catalogue = { texts, words, codes }
export default german
