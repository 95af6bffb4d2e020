import type { Operation } from '../../call/operation.ts'
import { reportQuery } from '../v1/reports/query.ts'
import { listReportFields } from '../v1/reports/fields.ts'
import { listTopAds } from '../v1/analytics/top-ads.ts'
import { spendDaily } from '../v1/spend/daily.ts'
import { reconciliationReport } from '../v1/reports/reconciliation.ts'
import { reportExport } from '../v1/reports/export.ts'
import { listEntities } from '../v1/entities.ts'
import { listViews, saveView } from '../v1/views/index.ts'
import { deleteView, getView, replaceView } from '../v1/views/id.ts'
import { getCreativeSettings, putCreativeSettings } from '../v1/creative-settings.ts'
import { graduateCreative } from '../v1/creatives/graduate.ts'
import { getCreative } from '../v1/creatives/id.ts'
import { listCreatives } from '../v1/creatives/index.ts'
import { getPicture } from '../v1/pictures/id.ts'
import { listPictures } from '../v1/pictures/index.ts'
import { getCurrency, putCurrency } from '../v1/currency.ts'

/** Figures, what runs with its figures, exports, and the currency that they are told in. */
export const reportingOperations: Operation[] = [
  reportQuery,
  listReportFields,
  listTopAds,
  spendDaily,
  reportExport,
  reconciliationReport,
  saveView,
  listEntities,
  listViews,
  getView,
  replaceView,
  deleteView,
  listCreatives,
  getCreative,
  graduateCreative,
  listPictures,
  getPicture,
  getCreativeSettings,
  putCreativeSettings,
  getCurrency,
  putCurrency,
]
