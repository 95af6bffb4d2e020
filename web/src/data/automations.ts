import { queryOptions } from '@tanstack/react-query'
import { flightdeck } from './flightdeck.ts'
import { queryClient } from './query-client.ts'

/** What the pages of rules ask, each under a key that events make old. */

export const reportFields = queryOptions({
  queryKey: ['reports', 'fields'],
  staleTime: Infinity,
  queryFn: () => flightdeck.listReportFields(),
})

export const templates = queryOptions({
  queryKey: ['automation-templates'],
  staleTime: Infinity,
  queryFn: async () => (await flightdeck.listAutomationTemplates()).templates,
})

export const rules = queryOptions({
  queryKey: ['automations', 'list'],
  queryFn: () => Array.fromAsync(flightdeck.all.listAutomations({ limit: 100 })),
})

export const rule = (id: number) =>
  queryOptions({ queryKey: ['automations', 'one', id], queryFn: () => flightdeck.getAutomation({ id }) })

export const stopSwitch = queryOptions({
  queryKey: ['automations', 'stop'],
  queryFn: () => flightdeck.getAutomationSwitch(),
})

export const execution = (id: number) =>
  queryOptions({ queryKey: ['executions', 'one', id], queryFn: () => flightdeck.getExecution({ id }) })

/** After a change: what any page of rules shows is asked anew. */
export function ageRules(): void {
  for (const key of ['automations', 'executions', 'suggestions'])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
