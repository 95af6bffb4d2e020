import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AutomationSwitch } from '../../../client/src/index.ts'
import { flightdeck } from './client/flightdeck.ts'
import type { Input } from './client/flightdeck.ts'
import { keysOf } from './nouns.ts'
import { byCursor, queryClient } from './client/query-client.ts'
import { write } from './client/write.ts'

const key = keysOf('automations')
const executionKey = keysOf('executions')
const suggestionKey = keysOf('suggestions')
const planKey = keysOf('plans')

/** A change of a rule can be seen on all pages of rules. */
const ofRules = ['automations', 'executions', 'suggestions'] as const

export const useRules = () =>
  useQuery({ queryKey: key('list'), queryFn: () => Array.fromAsync(flightdeck.all.listAutomations({ limit: 100 })) })

const ruleQuestion = (id: number) =>
  queryOptions({ queryKey: key('one', id), queryFn: () => flightdeck.getAutomation({ id }) })

export const useRule = (id: number) => useQuery(ruleQuestion(id))

/** Ready-made rules. */
export const useRuleTemplates = () =>
  useQuery({
    queryKey: keysOf('catalogue')('rules'),
    staleTime: Infinity,
    queryFn: async () => (await flightdeck.listAutomationTemplates()).data,
  })

/** Whether the rules of the company run at all. */
const stopSwitch = queryOptions({ queryKey: key('stop'), queryFn: () => flightdeck.getAutomationSwitch() })

export const useStopSwitch = () => useQuery(stopSwitch)

/** What a rule that is saved would do now. */
export const useRulePreview = (id: number, version: number) =>
  useQuery({
    queryKey: planKey('rule', id, version),
    queryFn: ({ signal }) => flightdeck.previewAutomation({ id }, { signal }),
  })

export type RuleInput = Input<'previewUnsavedAutomation'>

/** What a rule under work would do now. */
export const useUnsavedPreview = (rule: RuleInput) =>
  useQuery({
    queryKey: planKey('unsaved rule', rule),
    gcTime: 60_000,
    queryFn: ({ signal }) => flightdeck.previewUnsavedAutomation(rule, { signal }),
  })

const executionQuestion = (id: number) =>
  queryOptions({ queryKey: executionKey('one', id), queryFn: () => flightdeck.getExecution({ id }) })

export const useExecution = (id: number) => useQuery(executionQuestion(id))

export interface WhichExecutions {
  /** Of one rule; left out: of all. */
  automationId?: number
  /** With what each has to say about this one. */
  entityId?: string
}

/** The newest first. */
export const useExecutions = ({ automationId: id, entityId }: WhichExecutions) =>
  useInfiniteQuery({
    queryKey: executionKey('list', id, entityId),
    ...byCursor,
    queryFn: ({ pageParam: cursor }) =>
      id === undefined
        ? flightdeck.listExecutions({ cursor, entityId })
        : flightdeck.listExecutionsOfAutomation({ id, cursor, entityId }),
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })

/** What rules would do, for a person to decide. */
export const useSuggestions = (asked: { automationId?: number; limit: number }) =>
  useInfiniteQuery({
    queryKey: suggestionKey(asked),
    ...byCursor,
    queryFn: ({ pageParam: cursor }) => flightdeck.listSuggestions({ state: 'open', ...asked, cursor }),
    select: ({ pages }) => ({ data: pages.flatMap(({ data }) => data), total: pages[0]?.pagination.total }),
  })

export const createRule = write(flightdeck.createAutomation, ...ofRules)
export const switchRule = write(flightdeck.updateAutomation, ...ofRules)
export const deleteRule = write(flightdeck.deleteAutomation, ...ofRules)
export const acceptSuggestion = write(flightdeck.acceptSuggestion, ...ofRules)
export const dismissSuggestion = write(flightdeck.dismissSuggestion, ...ofRules)

/** The page shows the new version at once; whom it meets is asked anew. */
export const updateRule = write(
  async (rule: Input<'updateAutomation'>) => {
    const saved = await flightdeck.updateAutomation(rule)
    queryClient.setQueryData(ruleQuestion(saved.id).queryKey, { ...saved, meets: [] })
    return saved
  },
  ...ofRules,
)

export const runRule = write(
  async (rule: Input<'runAutomation'>) => {
    const done = await flightdeck.runAutomation(rule)
    queryClient.setQueryData(executionQuestion(done.id).queryKey, done)
    return done
  },
  ...ofRules,
)

export const undoExecution = write(
  async (execution: Input<'undoExecution'>) => {
    const done = await flightdeck.undoExecution(execution)
    queryClient.setQueryData(executionQuestion(done.id).queryKey, done)
    return done
  },
  ...ofRules,
)

function learnSwitch(state: AutomationSwitch): void {
  queryClient.setQueryData(stopSwitch.queryKey, { success: true, ...state })
}

export const stopRules = write(
  (why: Input<'stopAutomations'>) => flightdeck.stopAutomations(why).then(learnSwitch),
  ...ofRules,
)
export const resumeRules = write(() => flightdeck.resumeAutomations().then(learnSwitch), ...ofRules)

/** A rule on past days. Nothing is changed. */
export const backtestRule = write(flightdeck.backtestAutomation)
