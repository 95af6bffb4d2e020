import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BreakdownReportReply, QueryReportsReply, ReportMetric } from '../../../client/src/index.ts'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { write } from './client/write.ts'

const key = keysOf('reports')

/** Which figures and groupings there are. */
export const useReportFields = () =>
  useQuery({
    queryKey: keysOf('catalogue')('report fields'),
    staleTime: Infinity,
    queryFn: () => flightdeck.listReportFields(),
  })

export function useMetrics(): ReportMetric[] {
  return useReportFields().data?.metrics ?? []
}

export function useSpendToday() {
  // As the calendar here says it.
  const day = new Date().toLocaleDateString('sv')
  return useQuery({
    queryKey: key('spend of a day', day),
    staleTime: 5 * 60_000,
    queryFn: () => flightdeck.getDailySpend({ startDate: day, endDate: day }),
  })
}

interface Reading<Reply, Report> {
  enabled: boolean
  /** What the page makes of the answer, by the question alone. */
  read: (reply: Reply) => Report
}

export function useReport<Report>(asked: Input<'queryReports'>, { enabled, read }: Reading<QueryReportsReply, Report>) {
  return useQuery({
    queryKey: key('rows', asked),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async () => read(await flightdeck.queryReports(asked)),
  })
}

/** Of one account of the primary platform, split by what only the platform can split by. */
export function useBreakdown<Report>(
  asked: Input<'breakdownReport'>,
  { enabled, read }: Reading<BreakdownReportReply, Report>,
) {
  return useQuery({
    queryKey: key('breakdown', asked),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: async () => read(await flightdeck.breakdownReport(asked)),
  })
}

export const useReach = (asked: Input<'reachComposition'>) =>
  useQuery({ queryKey: key('reach', asked), queryFn: () => flightdeck.reachComposition(asked) })

export const useTopAds = (asked: Input<'listTopAds'>) =>
  useQuery({
    queryKey: key('top ads', asked),
    placeholderData: keepPreviousData,
    queryFn: () => flightdeck.listTopAds(asked),
  })

/** All rows as a file, and whether some figures are missing from it. */
export const exportReport = write(async (asked: Input<'exportReport'>) => {
  const answer = await flightdeck.request('exportReport', asked)
  return { file: await answer.blob(), isPartial: answer.headers.get('x-report-partial') === 'true' }
})

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const wholeDaysTo = (days: number) => ({ startDate: dayBefore(days), endDate: dayBefore(1) })

/** What was compared with the platforms' own totals, up to yesterday. */
export const useReconciliation = (days: number) =>
  useQuery({
    queryKey: key('reconciliation', days),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => flightdeck.getReconciliation({ ...wholeDaysTo(days), limit: 100 }, { signal }),
  })

/** So many accounts are compared in one call at most. */
const comparedAtOnce = 10

/** Compares all of them now. Answers with those that could not be compared, and why. */
export const compareNow = write(async (days: number) => {
  const asked = { ...wholeDaysTo(days), refresh: true, limit: comparedAtOnce }
  const failed: { accountId: string; reason: string }[] = []
  for (let cursor: string | undefined; ;) {
    const { metadata, pagination } = await flightdeck.getReconciliation({ ...asked, ...(cursor ? { cursor } : {}) })
    failed.push(...metadata.failed)
    if (!pagination.nextCursor) return failed
    cursor = pagination.nextCursor
  }
}, 'reports')

/** The company's own currency, and what others are worth in it. */
export const useCurrency = () => useQuery({ queryKey: key('currency'), queryFn: () => flightdeck.getCurrency() })

export const setCurrency = write(flightdeck.setCurrency, 'reports', 'guards')
