import type { Operation } from '../../call/operation.ts'
import { reportQuery } from '../v1/reports/query.ts'
import { listReportFields } from '../v1/reports/fields.ts'
import { listTopAds } from '../v1/analytics/top-ads.ts'
import { spendDaily } from '../v1/spend/daily.ts'
import { reportExport } from '../v1/reports/export.ts'
import { listEntities } from '../v1/entities.ts'
import { listViews, saveView } from '../v1/views/index.ts'
import { deleteView, getView, replaceView } from '../v1/views/id.ts'
import { getCurrency, putCurrency } from '../v1/currency.ts'

/** Figures, what runs with its figures, exports, and the currency that they are told in. */
export const reportingOperations: Operation[] = [
  reportQuery,
  listReportFields,
  listTopAds,
  spendDaily,
  reportExport,
  saveView,
  listEntities,
  listViews,
  getView,
  replaceView,
  deleteView,
  getCurrency,
  putCurrency,
]
