import type { Operation } from '../../call/operation.ts'
import { addAutomation, automationList } from '../v1/automations/index.ts'
import { backtestAutomation } from '../v1/automations/backtest.ts'
import { getExecution, listAllExecutions, listExecutionsOfRule } from '../v1/automations/executions.ts'
import { undoExecutionOperation } from '../v1/automations/executions/undo.ts'
import { automationById, patchAutomation, removeAutomation } from '../v1/automations/id.ts'
import { previewAutomation, previewUnsaved } from '../v1/automations/preview.ts'
import { runAutomation } from '../v1/automations/run.ts'
import { automationSwitch, resumeAutomations, stopAutomations } from '../v1/automations/stop.ts'
import { listSuggestionsOperation } from '../v1/automations/suggestions.ts'
import { acceptSuggestionOperation } from '../v1/automations/suggestions/accept.ts'
import { dismissSuggestionOperation } from '../v1/automations/suggestions/dismiss.ts'
import { automationTemplates } from '../v1/automations/templates.ts'

/** The operations of rules, in the order in which the documents show them. */
export const automationOperations: Operation[] = [
  automationTemplates,
  automationList,
  addAutomation,
  previewUnsaved,
  automationById,
  patchAutomation,
  previewAutomation,
  backtestAutomation,
  runAutomation,
  listExecutionsOfRule,
  listAllExecutions,
  getExecution,
  undoExecutionOperation,
  listSuggestionsOperation,
  acceptSuggestionOperation,
  dismissSuggestionOperation,
  automationSwitch,
  stopAutomations,
  resumeAutomations,
  removeAutomation,
]
